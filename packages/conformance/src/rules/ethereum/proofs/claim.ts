import { headerFromJson } from '@lectern/chain'
import { type HeaderFork, isSince } from '@lectern/chain/internal'
import { type Finding, failAt } from '../../check.ts'
import { compare, type Difference, type Json } from '../../../document/json.ts'
import type { LocatedObject, BlockFacts } from '../facts.ts'

/** An expected value in a response, which follows from other facts, and the actual one. */
export interface Claim extends Omit<LocatedObject, 'json'> {
  readonly expected: unknown
  readonly actual: unknown
}

/** The members that some nodes leave out. */
export type Optional = ReadonlySet<string>

/** Where a claim does not hold, as a failure. Of a member that some nodes leave out an absence says nothing. */
export function checkClaim(
  { expected, actual, path, exchange }: Claim,
  optional: Optional,
): Finding | undefined {
  const isBinding = (one: Difference) =>
    ('expected' in one && 'actual' in one) || !optional.has(one.path.split('/').at(-1)!)
  return failAt(compare(expected, actual, path).filter(isBinding), exchange)
}

/** Returns the claims of one block's facts; `all` are those of every block that was met. Throws a ChainError for facts that cannot be read. */
export type Proof = (facts: BlockFacts, all: readonly BlockFacts[]) => Claim[]

/** The rules of what the nodes of a family add to Ethereum's results. */
export interface FamilyRules {
  /** The claims about a block and its transactions. @default none */
  readonly block?: Proof
  /** The claims about its receipts. @default none */
  readonly receipt?: Proof
}

/** A proof that holds for the blocks before a fork. */
export const before =
  (fork: HeaderFork, proof: Proof): Proof =>
  (facts, all) =>
    isSince(headerFromJson(facts.json, facts.family), fork) ? [] : proof(facts, all)

export const claim = (key: string, expected: unknown, { json, path, exchange }: LocatedObject): Claim => ({
  path,
  expected: { [key]: expected },
  actual: key in json ? { [key]: json[key] } : {},
  exchange,
})

/** The claims about those of these members that are known, and that an object has. */
export const claims = (expected: Json, located: LocatedObject): Claim[] =>
  Object.entries(expected).flatMap(([key, value]) =>
    value !== undefined && key in located.json ? [claim(key, value, located)] : [],
  )
