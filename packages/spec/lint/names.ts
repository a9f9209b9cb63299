import { refName } from '../generate/schema.ts'
import { reserved } from './reserved.ts'
import { allSchemas, repeated, type Rules } from './rule.ts'

const capitalised = /^[A-Z][A-Za-z0-9]*$/

/** Rules on names: each becomes an identifier, a member or a table's row. */
export const nameRules: Rules = {
  'method-unique': ({ methods }) =>
    repeated(methods.map(({ name }) => name)).map(([index, name]) => [
      `#/methods/${index}/name`,
      `repeats the method "${name}".`,
    ]),
  'method-name': ({ methods }) =>
    [...methods.entries()]
      .filter(([, { name }]) => !/^(?!__proto__$)[A-Za-z_]\w*$/.test(name))
      .map(([index, { name }]) => [
        `#/methods/${index}/name`,
        `"${name}" is not an identifier, or begins with "rpc.", which JSON-RPC reserves.`,
      ]),
  'param-unique': ({ methods }) =>
    methods.flatMap(({ params }, index) =>
      repeated(params.map(({ name }) => name)).map(([place, name]): [string, string] => [
        `#/methods/${index}/params/${place}/name`,
        `repeats the parameter "${name}".`,
      ]),
    ),
  'param-name': ({ methods }) =>
    methods.flatMap(({ params }, index) =>
      [...params.entries()]
        .filter(([, { name }]) => !/^[A-Za-z_]\w*$/.test(name) || reserved.parameters.has(name))
        .map(([place, { name }]): [string, string] => [
          `#/methods/${index}/params/${place}/name`,
          `"${name}" is not an identifier.`,
        ]),
    ),
  'param-order': ({ methods }) =>
    methods.flatMap(({ params }, index) =>
      [...params.entries()]
        .filter(
          ([place, param]) =>
            param.required === true && params.slice(0, place).some((before) => before.required !== true),
        )
        .map(([place, { name }]): [string, string] => [
          `#/methods/${index}/params/${place}`,
          `"${name}" is required, but comes after an optional parameter.`,
        ]),
    ),
  'component-name': ({ components }) => {
    const names = Object.keys(components.schemas)
    const taken = new Set([...reserved.components, ...names.map((name) => `${name}Values`)])
    const unfit = (['schemas', 'errors'] as const).flatMap((kind) =>
      Object.keys(components[kind])
        .filter((name) => !capitalised.test(name))
        .map((name): [string, string] => [
          `#/components/${kind}/${name}`,
          `"${name}" is not a name of letters and digits alone that begins with a capital.`,
        ]),
    )
    const twice = names
      .filter((name) => taken.has(name))
      .map((name): [string, string] => [
        `#/components/schemas/${name}`,
        `"${name}" is a name that the generated modules have or use already.`,
      ])
    return [...unfit, ...twice]
  },
  'member-name': ({ components }) =>
    Object.entries(components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.keys(properties)
        .filter((key) => !/^(?!__proto__$)[A-Za-z_$][\w$-]*$/.test(key))
        .map((key): [string, string] => [
          `#/components/schemas/${name}/properties/${key}`,
          `"${key}" is not a name of letters, digits, _, $ and -.`,
        ]),
    ),
  'component-used': (document) => {
    const used = new Set(
      allSchemas(document).flatMap(([, { $ref }]) => ($ref === undefined ? [] : [refName($ref)])),
    )
    // A component that narrows another may stand alone: it speaks of a result that depends on a parameter.
    return Object.entries(document.components.schemas)
      .filter(([name, schema]) => !used.has(name) && schema.allOf === undefined)
      .map(([name]) => [`#/components/schemas/${name}`, 'is used nowhere.'])
  },
}
