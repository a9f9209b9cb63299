import { document } from '@lectern/spec'
import { expect, test } from 'vitest'
import { plan } from '../rules/plan.ts'
import { findUnused } from './unused.ts'

test('globs and names of values that match nothing are named, those that match are not', () => {
  const checks = plan(document)
  const methods = ['eth_*', 'zzz*', 'tag:none']
  const values = {
    'eth_getBlockByNumber.block_number': [],
    tx_hash: [],
    HashParameter: [],
    'getUser.idd': [],
  }
  expect(findUnused(document, checks, { methods, values, only: 'proof/*', skip: ['protcol/*'] })).toEqual([
    '--methods zzz* matches no method.',
    '--methods tag:none matches no method.',
    '--skip protcol/* matches no check.',
    '--values getUser.idd matches no METHOD.PARAMETER, parameter or type.',
  ])
  expect(findUnused(document, checks, {})).toEqual([])
})
