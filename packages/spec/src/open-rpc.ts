/** Members that a document's x-extensions declare. */
export interface Extended {
  readonly [name: `x-${string}`]: unknown
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

/** What a document says of the service as a whole. */
export interface Info extends Extended {
  readonly title: string
  readonly version: string
  readonly description?: string
  readonly termsOfService?: string
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string }
  readonly license?: { readonly name?: string; readonly url?: string }
}

/** Where the service is reached. */
export interface Server extends Extended {
  readonly name: string
  readonly url: string
  readonly summary?: string
  readonly description?: string
  readonly variables?: { readonly [name: string]: unknown }
}

/** More about something, elsewhere. */
export interface ExternalDocs extends Extended {
  readonly url: string
  readonly description?: string
}

/** A name for some of the methods. */
export interface Tag extends Extended {
  readonly name: string
  readonly summary?: string
  readonly description?: string
  readonly externalDocs?: ExternalDocs
}

/** One method of the service. */
export interface Method extends Extended {
  readonly name: string
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
export interface ContentDescriptor extends Extended {
  readonly name: string
  readonly summary?: string
  readonly description?: string
  readonly required?: boolean
  readonly deprecated?: boolean
  readonly schema: Schema
}

/** A pointer to a component of the same document. */
export interface Reference {
  readonly $ref: string
}

/** A call that a result makes possible; `${result.…}` stands for a value of the result, with its type. */
export interface Link extends Extended {
  readonly name: string
  readonly summary?: string
  readonly description?: string
  readonly method: string
  readonly params: { readonly [name: string]: unknown }
  readonly server?: Server
}

/** A call and the answer to it. */
export interface ExamplePairing extends Extended {
  readonly name: string
  readonly summary?: string
  readonly description?: string
  readonly params: readonly Example[]
  readonly result: Example
}

/** One value of a call or an answer. */
export interface Example extends Extended {
  readonly name: string
  readonly summary?: string
  readonly description?: string
  readonly value: unknown
}

/** An error that the service can answer. */
export interface ErrorObject extends Extended {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** An `x-` member that a document declares, with the schema of its values. */
export interface Extension {
  readonly openrpcExtension: string
  readonly name: string
  readonly version: string
  readonly summary?: string
  readonly description?: string
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
  /** How other nodes answer a member: `null` while it is pending, or not at all. */
  readonly 'x-elsewhere'?: readonly ('null' | 'absent')[]
}
