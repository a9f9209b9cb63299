/** Members that a document's x-extensions declare. */
export interface Extended {
  readonly [name: `x-${string}`]: unknown
}

/** The members that most parts of a document share. */
export interface Described extends Extended {
  readonly name: string
  readonly summary?: string
  readonly description?: string
}

/** An OpenRPC 1.3 document, in the form that Lectern's generator accepts. */
export interface OpenRpc extends Extended {
  readonly openrpc: string
  readonly info: Info
  readonly servers?: readonly Server[]
  readonly methods: readonly Method[]
  readonly components: {
    readonly schemas: { readonly [name: string]: Schema }
    readonly errors: { readonly [name: string]: ErrorObject }
  }
  readonly externalDocs?: ExternalDocs
  readonly 'x-extensions'?: readonly Extension[]
}

/** Facts on the service: its title, version and license. */
export interface Info extends Extended {
  readonly title: string
  readonly version: string
  readonly description?: string
  readonly termsOfService?: string
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string }
  readonly license?: { readonly name?: string; readonly url?: string }
}

/** Where the service is reached. */
export interface Server extends Described {
  readonly url: string
  readonly variables?: { readonly [name: string]: unknown }
}

/** More about something, elsewhere. */
export interface ExternalDocs extends Extended {
  readonly url: string
  readonly description?: string
}

/** A name for some of the methods. */
export interface Tag extends Described {
  readonly externalDocs?: ExternalDocs
}

/** One method of the service. */
export interface Method extends Described {
  readonly summary: string
  readonly description: string
  readonly paramStructure: 'by-position'
  readonly params: readonly ContentDescriptor[]
  readonly result: ContentDescriptor
  readonly errors: readonly Reference[]
  readonly links?: readonly Link[]
  readonly examples?: readonly ExamplePairing[]
  readonly tags?: readonly Tag[]
  readonly servers?: readonly Server[]
  readonly externalDocs?: ExternalDocs
  readonly deprecated?: boolean
}

/** A named value: a parameter or a result. */
export interface ContentDescriptor extends Described {
  readonly required?: boolean
  readonly deprecated?: boolean
  readonly schema: Schema
}

/** A pointer to a component of the same document. */
export interface Reference {
  readonly $ref: string
}

/** A call that a result makes possible; `${result.…}` stands for a value of the result, with its type. */
export interface Link extends Described {
  readonly method: string
  readonly params: { readonly [name: string]: unknown }
  readonly server?: Server
  /** The link holds for a result in which this runtime expression names a value. */
  readonly 'x-where'?: string
}

/** A call and its result. */
export interface ExamplePairing extends Described {
  readonly params: readonly Example[]
  readonly result: Example
}

/** One value: of a parameter or of a result. */
export interface Example extends Described {
  readonly value: unknown
}

/** An error that the service can reply with. */
export interface ErrorObject extends Extended {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** An `x-` member that a document declares, with the schema of its values. */
export interface Extension extends Described {
  readonly openrpcExtension: string
  readonly version: string
  readonly restricted: readonly string[]
  readonly schema: unknown
}

/** The part of JSON Schema draft-07 that a document may use. A `$ref` stands alone; `allOf` narrows or describes one. */
export interface Schema extends Extended {
  readonly $ref?: string
  readonly title?: string
  readonly description?: string
  readonly type?: 'string' | 'boolean' | 'null' | 'object' | 'array'
  readonly const?: string
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: { readonly [name: string]: Schema }
  readonly required?: readonly string[]
  readonly additionalProperties?: false
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  /** How other nodes send a member: as `null` while it is pending, not at all, or with another value or form. */
  readonly 'x-elsewhere'?: readonly ('null' | 'absent' | 'different')[]
}
