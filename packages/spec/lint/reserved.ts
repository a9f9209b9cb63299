/** What no component may be called, since a generated module or the package has or uses the name; and what no parameter may be. */
export const reserved: {
  readonly components: ReadonlySet<string>
  readonly parameters: ReadonlySet<string>
} = {
  components: new Set(
    [
      'Type', // types.gen.ts
      'Signatures MethodName Params Result MaybePromise Json Methods ParamInfo MethodInfo ErrorName ErrorCode', // methods.gen.ts
      'Issue Mode Check Members', // validators.gen.ts
      'ParameterRule', // parameters.gen.ts
      'Refuse Decoder', // values.gen.ts
      'OpenRpc Extended Info Server ExternalDocs Tag Method ContentDescriptor Reference Link ExamplePairing Example ErrorObject Extension Schema', // index.ts
      'Array BigInt Infinity JSON Map NaN Number Object Promise Readonly Record RegExp String Uint8Array', // the language
    ].flatMap((names) => names.split(' ')),
  ),
  parameters: new Set(
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield __proto__'.split(
      ' ',
    ),
  ),
}
