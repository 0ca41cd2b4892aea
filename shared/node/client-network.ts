import { isIPv6 } from 'node:net'

/**
 * A home has the last 64 bits of an IPv6 address to itself, and often the last 72: a budget of one address would be a
 * budget of 2^64.
 */
export type NetworkBits = 56 | 64

/**
 * Whom a budget counts as one client: an IPv4 address, or the network of an IPv6 address. Text that is no address stays
 * as it is.
 */
export function networkOf(address: string, bits: NetworkBits = 64): string {
  const plain = address.split('%', 1)[0] ?? ''
  if (!isIPv6(plain)) return address
  const groups = groupsOf(plain)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.')
  }
  const [first, second, third, fourth] = groups as [number, number, number, number]
  const network = [first, second, third, bits === 64 ? fourth : fourth & 0xff00]
  return `${network.map((group) => group.toString(16)).join(':')}::/${bits}`
}

/** The eight numbers of a valid address; `URL` writes it in its one short form. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::')
  const before = numbers(head)
  const after = numbers(tail ?? '')
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

function numbers(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
}
