import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RevokedAccess } from '@e-events/shared/node/revocations.ts'

export interface RevokedFiles {
  /** Makes the folder equal to the list. */
  keep(revoked: readonly RevokedAccess[]): Promise<void>
}

const fileName = (id: string): string => (id === '*' ? 'all' : id)
const safeName = /^[A-Za-z0-9-]{1,64}\.[A-Za-z0-9-]{1,64}$/

/**
 * The revocations as empty files in `folder`, for deploy/nginx: `account.product`, `account.all`, `all.product`,
 * `session.device`, or `lease.id`.
 */
export async function createRevokedFiles(folder: string): Promise<RevokedFiles> {
  await mkdir(folder, { recursive: true })
  let present = new Set(await readdir(folder))
  return {
    async keep(revoked) {
      const names = revoked.map(({ userId, productId }) => `${fileName(userId)}.${fileName(productId)}`)
      const wanted = new Set(names.filter((name) => safeName.test(name)))
      for (const name of wanted) if (!present.has(name)) await writeFile(join(folder, name), '')
      for (const name of present) if (!wanted.has(name)) await rm(join(folder, name), { force: true })
      present = wanted
    },
  }
}
