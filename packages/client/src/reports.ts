/** What a `verify` reported of each result that a client gave, of its copies and of what was decoded from it. */
export const reports: WeakMap<object, unknown> = new WeakMap()
