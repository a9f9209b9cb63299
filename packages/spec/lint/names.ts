import { refName } from '../src/schema.ts'
import { allSchemas, onComponents, onMethods, type Problem, repeated, type Rules } from './rule.ts'

/** Rules on names: each becomes an identifier, a member or a table's row. */
export const nameRules: Rules = {
  'method-unique': ({ methods }) =>
    repeated(methods.map(({ name }) => name)).map(([index, name]) => [
      `#/methods/${index}/name`,
      `repeats the method "${name}".`,
    ]),
  'method-name': onMethods(({ name }) =>
    /^(?!__proto__$)[A-Za-z_]\w*$/.test(name)
      ? []
      : [['/name', `"${name}" is not an identifier, or begins with "rpc.", which JSON-RPC reserves.`]],
  ),
  'param-unique': onMethods(({ params }) =>
    repeated(params.map(({ name }) => name)).map(([index, name]) => [
      `/params/${index}/name`,
      `repeats the parameter "${name}".`,
    ]),
  ),
  'param-name': onMethods(({ params }) =>
    [...params.entries()]
      .filter(([, { name }]) => !/^[A-Za-z_]\w*$/.test(name) || reserved.parameters.has(name))
      .map(([index, { name }]) => [`/params/${index}/name`, `"${name}" is not an identifier.`]),
  ),
  'param-order': onMethods(({ params }) => {
    const optional = params.findIndex(({ required }) => required !== true)
    return [...params.entries()]
      .filter(([index, { required }]) => required === true && optional >= 0 && optional < index)
      .map(([index, { name }]) => [
        `/params/${index}`,
        `"${name}" is required, but comes after an optional parameter.`,
      ])
  }),
  'component-name': ({ components }) => {
    const names = Object.keys(components.schemas)
    const taken = new Set([...reserved.components, ...names.map((name) => `${name}Values`)])
    const unfit = (['schemas', 'errors'] as const).flatMap((kind) =>
      Object.keys(components[kind])
        .filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))
        .map((name): Problem => [
          `#/components/${kind}/${name}`,
          `"${name}" is not a name of letters and digits alone that begins with a capital.`,
        ]),
    )
    const twice = names
      .filter((name) => taken.has(name))
      .map((name): Problem => [
        `#/components/schemas/${name}`,
        `"${name}" is a name that the generated modules have or use already.`,
      ])
    return [...unfit, ...twice]
  },
  'member-name': onComponents(({ properties = {} }) =>
    Object.keys(properties)
      .filter((key) => !/^(?!__proto__$)[A-Za-z_$][\w$-]*$/.test(key))
      .map((key) => [`/properties/${key}`, `"${key}" is not a name of letters, digits, _, $ and -.`]),
  ),
  'component-used': (document) => {
    const used = new Set(
      allSchemas(document).flatMap(([, { $ref }]) => ($ref === undefined ? [] : [refName($ref)])),
    )
    // A component that narrows another may be unused: it describes a result that depends on a parameter.
    return Object.entries(document.components.schemas)
      .filter(([name, schema]) => !used.has(name) && schema.allOf === undefined)
      .map(([name]) => [`#/components/schemas/${name}`, 'is used nowhere.'])
  },
}

const words = (...lists: string[]): ReadonlySet<string> => new Set(lists.flatMap((list) => list.split(' ')))

/** Names that a component must not have, since generated modules or the package use them; and names that no parameter may have. */
export const reserved: Readonly<Record<'components' | 'parameters', ReadonlySet<string>>> = {
  components: words(
    'Type', // schemas.gen.ts
    'Signatures CompanionSignatures AnySignatures MethodName CompanionName Companions Params Result MaybePromise Json Methods ParamInfo MethodInfo ErrorName ErrorCode', // methods.gen.ts
    'Issue Mode Check Members MemberCheck MemberChecks', // validators.gen.ts
    'ParameterRule', // parameters.gen.ts
    'Refuse Decoder', // values.gen.ts
    'FamilyTypes FamilyName', // family/
    'OpenRpc Extended Described Info Server ExternalDocs Tag Method ContentDescriptor Reference Link ExamplePairing Example ErrorObject Extension Schema', // index.ts
    'Array BigInt Infinity JSON Map NaN Number Object Promise Readonly Record RegExp String Uint8Array', // the language
  ),
  parameters: words(
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield __proto__',
  ),
}
