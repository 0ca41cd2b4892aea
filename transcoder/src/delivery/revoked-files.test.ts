import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createRevokedFiles } from './revoked-files.ts'

it('keeps one empty file per revocation, and none of those that are over', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ee-revoked-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'left.over'), '')
  const files = await createRevokedFiles(folder)
  await files.keep([
    { userId: 'u1', productId: 'p1' },
    { userId: 'u2', productId: '*' },
    { userId: '*', productId: 'p3' },
    { userId: 'session', productId: 's1' },
    { userId: 'lease', productId: 'l1' },
    { userId: '../..', productId: 'etc' },
  ])
  expect((await readdir(folder)).toSorted()).toEqual(['all.p3', 'lease.l1', 'session.s1', 'u1.p1', 'u2.all'])
  await files.keep([{ userId: 'u2', productId: '*' }])
  expect(await readdir(folder)).toEqual(['u2.all'])
})
