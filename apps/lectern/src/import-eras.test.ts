import { copyFileSync } from 'node:fs'
import { describeCorpus } from '@lectern/fixtures'
import { expect, test } from 'vitest'
import { lectern, temporaryFolder } from '../test/command.ts'

describeCorpus('era1', 'the command and era1 files', (folder) => {
  const sepolia = `${folder}/sepolia-00021-b8814b14.era1`
  const head = '0xaf105ff107f4d9b48bc205c3001ee33938b1b6f3b2ef04da0064ae63ecb1d80a'

  test('an archive of sepolia is imported without a genesis.json, and everything of it proves again', async () => {
    const datadir = temporaryFolder()
    const imported = await lectern(['import', sepolia, '--head', head, '--datadir', datadir, '--json'])
    expect(JSON.parse(imported.stdout)).toMatchObject({
      added: 8192,
      transactions: 93,
      anchor: 180_223,
      head: { hash: head },
    })
    const verified = await lectern(['verify', '--datadir', datadir, '--json'])
    expect(JSON.parse(verified.stdout)).toMatchObject({ lowest: 172_032, proven: 'anchored' })
  })

  test('a file that is called what it is not, and one that is none, are refused in a sentence', async () => {
    const names = temporaryFolder()
    const refuse = async (name: string) => {
      copyFileSync(sepolia, `${names}/${name}`)
      const { code, stderr } = await lectern(['import', `${names}/${name}`, '--datadir', temporaryFolder()])
      expect(code).toBe(2)
      return stderr.replaceAll(names, 'DIR')
    }
    expect(await refuse('sepolia-00022-b8814b14.era1')).toMatchInlineSnapshot(`
      "lectern: DIR/sepolia-00022-b8814b14.era1: the name says era 22 and b8814b14, but the file holds era 21 and b8814b14. Nothing is kept.
      "
    `)
    expect(await refuse('holesky-00021-b8814b14.era1')).toMatchInlineSnapshot(`
      "lectern: holesky is none of mainnet and sepolia: name its genesis.json with --genesis.
      "
    `)
    expect(await refuse('era.era1')).toMatchInlineSnapshot(`
      "lectern: DIR/era.era1 has no era file's name, such as mainnet-00000-5ec1ffb8.era1.
      "
    `)
  })
})
