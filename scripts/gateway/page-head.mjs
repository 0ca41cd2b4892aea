// Puts the page head of the api into index.html, for programs that do not run the page. nginx does the same with
// server-side includes (deploy/nginx), so the place is marked in its words.
import http from 'node:http'

export const HEAD_PLACE = /<!--# block name="head" -->([\s\S]*?)<!--# endblock -->\s*<!--# include virtual="\/page-head" stub="head" -->/

/** A page never waits longer for it: without it, it has the head that it was built with. */
const PATIENCE_MS = 1_000
const LARGEST = 256 * 1024

/**
 * @param {{ port: number, host?: string, patienceMs?: number }} api
 * @returns {(uri: string, client?: string) => Promise<{ html: string, status: number } | null>} null: the api is away,
 * too slow, or has nothing to say; status: 404 for the address of something that is not there
 */
export function createPageHead({ port, host = '127.0.0.1', patienceMs = PATIENCE_MS }) {
  const agent = new http.Agent({ keepAlive: true, maxFreeSockets: 16 })
  return (uri, client) =>
    new Promise((resolve) => {
      const request = http.request({
        agent,
        host,
        port,
        path: '/api/page-head',
        headers: { 'x-page-uri': uri, accept: 'text/html', ...(client && { 'x-forwarded-for': client }) },
      })
      const timer = setTimeout(() => request.destroy(), patienceMs)
      const end = (head) => {
        clearTimeout(timer)
        resolve(head)
      }
      request.on('response', (answer) => {
        if (answer.statusCode !== 200 || !answer.headers['content-type']?.startsWith('text/html')) {
          answer.resume()
          return end(null)
        }
        let head = ''
        answer.setEncoding('utf8')
        answer.on('data', (chunk) => {
          head += chunk
          if (head.length > LARGEST) request.destroy()
        })
        answer.on('end', () =>
          end(answer.complete && head.trim() !== '' ? { html: head, status: answer.headers['x-page-status'] === '404' ? 404 : 200 } : null),
        )
        answer.on('error', () => end(null))
      })
      request.on('error', () => end(null))
      request.on('close', () => end(null))
      request.end()
    })
}

/** @param {string} html @param {string | null} head @returns {string} the page with that head, or with its own */
export const withHead = (html, head) => html.replace(HEAD_PLACE, (_all, own) => head ?? own)
