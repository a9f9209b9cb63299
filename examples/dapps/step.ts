import { type Json, toJson } from '../clients/reading.ts'

/** One step of a dapp, and its results. The node makes a block after a step with `sent`. */
export type Step = { readonly [member: string]: Json }

/** Runs a dapp at an endpoint: it deploys the contract, sends transactions, awaits blocks and reads what came of them. */
export type Dapp = (url: string) => AsyncGenerator<Step>

/** Returns a step as JSON. */
export const toStep = (step: object): Step => toJson(step) as Step
