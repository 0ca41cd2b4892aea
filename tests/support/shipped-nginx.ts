import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from './programs.ts'

const deploy = fileURLToPath(new URL('../../deploy/nginx/', import.meta.url))

/** The name that it answers to; any name on its port where it speaks plain HTTP. */
export const publicHost = 'events.example.test'

/** Where videos of pages may come from; what is no https origin is left out. */
const pageMediaOrigins = `https://cdn.example.test,http://plain.example.test,https://video.example.test:8443,https://x.example; script-src *`

/** The module njs of this machine's nginx; NGINX_MODULES names the folder. */
export const modulePath = (name: string): string => path.join(process.env['NGINX_MODULES'] ?? '', name)

/**
 * Writes deploy/nginx as it is shipped into `folder`, with this machine's places for the container's. A replacement
 * that finds nothing is an error: another file than the shipped one would be tried. Without `tlsPort` it speaks plain
 * HTTP, for figures beside servers that do.
 * @returns the arguments of nginx
 */
export async function writeShippedNginx(options: {
  folder: string
  tlsPort?: number
  plainPort: number
  /** Stands for api and sfu. */
  servicePort: number
  /** The delivery, and the folder of its storage. */
  mediaPort: number
  /** Playlists by FastCGI. */
  fastCgiPort: number
  mediaRoot: string
}): Promise<string[]> {
  const { folder, tlsPort, plainPort, servicePort } = options
  for (const name of ['snippets', 'tls', 'njs', 'revoked']) await mkdir(path.join(folder, name), { recursive: true })
  const copy = async (name: string, to: string) => writeFile(path.join(folder, to, name), await readFile(path.join(deploy, name)))
  for (const name of ['headers.conf', 'page.conf', 'proxy.conf', 'media.conf']) await copy(name, 'snippets')
  for (const name of ['media-token.js', 'client-network.js']) await copy(name, 'njs')
  await writeFile(path.join(folder, 'mime.types'), 'types { text/html html; text/javascript js; video/mp4 mp4; }')
  const script = replaceAll(await readFile(path.join(deploy, 'tls.sh'), 'utf8'), [
    [/\/tmp\/server-name/, `${folder}/server-name`],
    [/\/tmp\/page-media/, `${folder}/page-media`],
    [/target=\S+/, `target=${folder}/tls`],
    [/\/etc\/nginx\/tls/g, `${folder}/mounted`],
  ])
  await writeFile(path.join(folder, 'tls.sh'), script)
  await runProgram('env', [`PUBLIC_HOST=${publicHost}`, `PAGE_MEDIA_ORIGINS=${pageMediaOrigins}`, 'sh', path.join(folder, 'tls.sh')])
  const listening: [RegExp, string][] =
    tlsPort === undefined
      ? [
          [/listen 8080( default_server)?;/g, `listen unix:${folder}/unused.sock$1;`],
          [/listen 8443 ssl default_server;/, `listen unix:${folder}/unused-tls.sock default_server;`],
          [/listen 8443 ssl;/, `listen 127.0.0.1:${plainPort};`],
          [/ {4}ssl_[^;]*;\n/g, ''],
          // For figures one address is a thousand viewers.
          [/limit_conn clients \d+;/, 'limit_conn clients 60000;'],
          [/ *limit_req [^;]*;\n/g, ''],
        ]
      : [
          [/listen 8080( default_server)?;/g, `listen 127.0.0.1:${plainPort}$1;`],
          [/listen 8443 ssl( default_server)?;/g, `listen 127.0.0.1:${tlsPort} ssl$1;`],
          [/\/var\/cache\/nginx\/tls/g, `${folder}/tls`],
        ]
  const conf = replaceAll(await readFile(path.join(deploy, 'nginx.conf'), 'utf8'), [
    [/worker_processes auto;/, process.getuid?.() === 0 ? 'worker_processes 1; user root;' : 'worker_processes 1;'],
    [/\/tmp\//g, `${folder}/`],
    [/js_path \/etc\/nginx\/njs/, `js_path ${folder}/njs`],
    [/\/run\/media-revoked/g, `${folder}/revoked`],
    [/modules\/ngx_http_js_module\.so/, modulePath('ngx_http_js_module.so')],
    // A pipe of node's is a socket, which cannot be opened by its name.
    [/\/dev\/(stderr|stdout)/g, `${folder}/$1.log`],
    // Both came with later versions than Debian's.
    [/ {4}http2 on;\n/, ''],
    [/ resolve;/g, ';'],
    [/server (api|sfu):\d+;/g, `server 127.0.0.1:${servicePort};`],
    [/server transcoder:4200;/, `server 127.0.0.1:${options.mediaPort};`],
    [/server transcoder:4201;/, `server 127.0.0.1:${options.fastCgiPort};`],
    // A machine without IPv6 has no such addresses.
    [/ *listen \[::\][^;]*;\n/g, ''],
    ...listening,
    [/root \/srv/g, `root ${folder}/srv`],
    [/alias \/data\/storage\//g, `alias ${options.mediaRoot}/`],
  ])
  const file = path.join(folder, 'nginx.conf')
  await writeFile(file, conf)
  return ['-p', folder, '-c', file, '-e', path.join(folder, 'stderr.log'), '-g', 'daemon off;']
}

function replaceAll(text: string, changes: readonly (readonly [RegExp, string])[]): string {
  return changes.reduce((before, [pattern, by]) => {
    const after = before.replace(pattern, by)
    if (after === before) throw new Error(`${pattern} is not there`)
    return after
  }, text)
}
