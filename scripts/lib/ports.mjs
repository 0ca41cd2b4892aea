import net from 'node:net'

/** Ports handed out by this process: two services asking in a row must not get the same one before either listens. */
const handedOut = new Set()

/**
 * The wanted port, or the next one that nobody listens on.
 * @param {number} wanted 0 asks the system for any
 * @returns {Promise<number>}
 */
export async function freePort(wanted) {
  if (wanted === 0) return anyPort()
  for (let port = wanted; port < wanted + 200; port += 1) {
    if (handedOut.has(port) || !(await isFree(port))) continue
    handedOut.add(port)
    return port
  }
  throw new Error(`no free port between ${wanted} and ${wanted + 199}`)
}

/** @param {number} port */
export async function isFree(port) {
  // Both addresses: a server on all interfaces does not hinder binding 127.0.0.1 on every system, and the other way
  // round.
  return (await canListen(port, '127.0.0.1')) && (await canListen(port, '0.0.0.0')) && !(await isOpen(port))
}

/** Does anybody answer on this port of the machine? @param {number} port */
export function isOpen(port, host = '127.0.0.1') {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host })
    socket.setTimeout(1000, () => finish(false))
    socket.on('connect', () => finish(true))
    socket.on('error', () => finish(false))
    const finish = (open) => {
      socket.destroy()
      resolve(open)
    }
  })
}

async function anyPort() {
  for (;;) {
    const port = await new Promise((resolve, reject) => {
      const server = net.createServer()
      server.on('error', reject)
      server.listen(0, '127.0.0.1', () => {
        const { port } = server.address()
        server.close(() => resolve(port))
      })
    })
    if (handedOut.has(port)) continue
    handedOut.add(port)
    return port
  }
}

function canListen(port, host) {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.on('error', () => resolve(false))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}
