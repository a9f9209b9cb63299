/* oxlint-disable no-underscore-dangle -- the names are those of ethereumjs */
import type { EVMInterface } from '@ethereumjs/evm'

/**
 * Has ethereumjs analyse a contract's code once. It does so at each call that comes to a jump, in 0.3 ms for 10 KB, and a block has room
 * for tens of thousands of calls. Of all EVMs of this process; the code that a transaction deploys with is left out, since it runs once.
 */
export async function rememberAnalyses(evm: EVMInterface): Promise<void> {
  const { runState } = await evm.runCode!({ code: Uint8Array.of(0) })
  const interpreter = Object.getPrototypeOf(runState!.interpreter) as Interpreter // its class is not exported
  const { _getValidJumpDestinations: analyse } = interpreter
  if (changed.has(analyse)) return
  interpreter._getValidJumpDestinations = function (this: Interpreter, code) {
    if (this._env.isCreate) return analyse.call(this, code)
    const { _opcodeMap: fork } = this._evm // made anew for each fork
    const known = analyses.get(fork) ?? { byCode: new Map<Uint8Array, unknown>(), bytes: 0 }
    analyses.set(fork, known)
    let analysis = known.byCode.get(code)
    if (analysis === undefined) {
      analysis = analyse.call(this, code)
      known.bytes += code.length
      if (known.bytes > MOST_BYTES) {
        known.byCode.clear()
        known.bytes = code.length
      }
      known.byCode.set(code, analysis)
    }
    return analysis
  }
  changed.add(interpreter._getValidJumpDestinations)
}

interface Interpreter {
  readonly _env: { readonly isCreate: boolean }
  readonly _evm: { readonly _opcodeMap: object }
  /** Which bytes of code may be jumped to, what each byte does, and what it pushes. */
  _getValidJumpDestinations(this: Interpreter, code: Uint8Array): unknown
}

const changed = new WeakSet<object>()
const analyses = new WeakMap<object, { readonly byCode: Map<Uint8Array, unknown>; bytes: number }>()

/** Of code whose analyses are stored; each byte of it takes up to 40. */
export const MOST_BYTES: number = 2 ** 20
