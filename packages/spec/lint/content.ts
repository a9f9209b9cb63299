import type { Link, OpenRpc } from '../src/open-rpc.ts'
import { below, onComponents, onMethods, type Problem, repeated, type Rule, type Rules } from './rule.ts'

// JSON-RPC 2.0, section 5.1: the five that it defines, and -32099 to -32000 for servers.
const defined = new Set([-32700, -32600, -32601, -32602, -32603])

/** Rules on what a document must say: a reader should never have to guess. */
export const contentRules: Rules = {
  'version-equal': ({ info }, version) =>
    info.version === version
      ? []
      : [['#/info/version', `is "${info.version}", but packages/spec/package.json has "${version}".`]],
  'method-result': onMethods(({ result }) => (result === undefined ? [['', 'has no result.']] : [])),
  'method-by-position': onMethods(({ paramStructure }) =>
    paramStructure === 'by-position'
      ? []
      : [['', 'is not "by-position", the only structure that the generator writes.']],
  ),
  'method-texts': onMethods((method) =>
    (['summary', 'description'] as const).filter((key) => !method[key]).map((key) => ['', `has no ${key}.`]),
  ),
  'param-texts': onMethods(({ params }) =>
    [...params.entries()]
      .filter(([, { description }]) => !description)
      .map(([index]) => [`/params/${index}`, 'has no description.']),
  ),
  'info-texts': ({ info }) => (info.description ? [] : [['#/info', 'has no description.']]),
  'component-texts': onComponents((schema) =>
    (['title', 'description'] as const).filter((key) => !schema[key]).map((key) => ['', `has no ${key}.`]),
  ),
  'member-texts': onComponents(({ properties = {} }) =>
    Object.entries(properties)
      .filter(([, { description }]) => !description)
      .map(([key]) => [`/properties/${key}`, 'has no description.']),
  ),
  'method-errors': onMethods(({ errors }) => (errors?.length ? [] : [['', 'names no errors.']])),
  'error-code-unique': ({ components }) =>
    repeated(Object.values(components.errors).map(({ code }) => code)).map(([index, code]) => [
      `#/components/errors/${Object.keys(components.errors)[index]}`,
      `repeats the code ${code}.`,
    ]),
  'error-code-free': ({ components }) =>
    Object.entries(components.errors)
      .filter(([, { code }]) => code >= -32768 && code < -32099 && !defined.has(code))
      .map(([name, { code }]) => [
        `#/components/errors/${name}`,
        `has the code ${code}, which JSON-RPC 2.0 reserves.`,
      ]),
  'link-method': onLinks(({ method }, { methods }) =>
    methods.some(({ name }) => name === method) ? [] : [`leads to "${method}", which is not a method.`],
  ),
  'link-param': onLinks((link, { methods }) => {
    const goal = methods.find(({ name }) => name === link.method)
    if (!goal) return []
    const names = new Set(goal.params.map(({ name }) => name))
    const foreign = Object.keys(link.params).filter((key) => !names.has(key))
    const missing = goal.params.filter(
      ({ name, required }) => required === true && !Object.hasOwn(link.params, name),
    )
    return [
      ...foreign.map((key) => `gives "${key}", which is not a parameter of ${link.method}.`),
      ...missing.map(({ name }) => `does not give "${name}", which ${link.method} requires.`),
    ]
  }),
}

function onLinks(find: (link: Link, document: OpenRpc) => string[]): Rule {
  return onMethods(({ links = [] }, document) =>
    links.flatMap((link, index) =>
      below(
        `/links/${index}`,
        find(link, document).map((sentence): Problem => ['', sentence]),
      ),
    ),
  )
}
