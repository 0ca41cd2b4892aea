// nginx with its module njs, for the tests of deploy/nginx and as a baseline of the bench. Nothing else needs it:
// without one those tests are skipped.
import path from 'node:path'
import { existsSync } from 'node:fs'
import { cacheDir, isExecutable, onPath } from './paths.mjs'
import { run } from './processes.mjs'
import { unpackDebian } from './unpack.mjs'

const jsModule = 'ngx_http_js_module.so'

/**
 * NGINX_BIN (with NGINX_MODULES, the folder of its modules), the machine's, or one out of Debian's packages.
 * @returns {Promise<{ bin: string, modules: string } | null>}
 */
export async function findNginx() {
  for (const bin of [process.env.NGINX_BIN, onPath('nginx'), '/usr/sbin/nginx']) {
    const found = bin && (await usable(bin, process.env.NGINX_MODULES))
    if (found) return found
  }
  const home = path.join(cacheDir, 'nginx-modules')
  const bin = path.join(home, 'root/usr/sbin/nginx')
  if (isExecutable(bin)) {
    const found = await usable(bin)
    if (found) return found
  }
  // The last one is the bench's alone: without it that row is left out.
  const packages = ['nginx', 'libnginx-mod-http-js', 'libnginx-mod-rtmp']
  const made = await unpackDebian({ name: 'nginx-modules', packages, needed: 'libnginx-mod-http-js' })
  return made ? usable(bin) : null
}

/** An nginx that runs and has njs beside it. @param {string} bin @param {string} [given] */
async function usable(bin, given) {
  if ((await run(bin, ['-v'], { timeoutMs: 10_000 })).code !== 0) return null
  const folders = [given, path.resolve(path.dirname(bin), '../lib/nginx/modules'), '/usr/lib/nginx/modules', '/usr/lib64/nginx/modules']
  const modules = folders.find((folder) => folder && existsSync(path.join(folder, jsModule)))
  return modules ? { bin, modules } : null
}
