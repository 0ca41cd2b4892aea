import type { SfuNode } from '@e-events/shared/node/registry.ts'
import { describe, expect, it } from 'vitest'
import { addressOf, iceServers } from './grants.ts'
import { rankNodes } from './placement.ts'

const node = (nodeId: string, fields: Partial<SfuNode> = {}): SfuNode => ({
  nodeId,
  publicUrl: '/sfu',
  controlUrl: 'http://127.0.0.1:4100',
  loadPercent: 10,
  egressMbps: 0,
  rooms: 0,
  peers: 0,
  draining: false,
  atMs: 0,
  ...fields,
})

describe('the ranking of media nodes', () => {
  it.each<[string, SfuNode[], string | undefined, string[]]>([
    ['nobody there', [], undefined, []],
    [
      'lowest load first',
      [node('a', { loadPercent: 50 }), node('b', { loadPercent: 5 }), node('c', { loadPercent: 20 })],
      undefined,
      ['b', 'c', 'a'],
    ],
    ['fewer rooms at the same load, then by name', [node('b'), node('a'), node('c', { rooms: 3 })], undefined, ['a', 'b', 'c']],
    ['the one that has the room wins whatever its load', [node('a', { loadPercent: 99 }), node('b')], 'a', ['a', 'b']],
    ['full ones take nothing new', [node('a', { loadPercent: 90 }), node('b', { loadPercent: 89.9 })], undefined, ['b']],
    ['draining ones take nothing at all', [node('a', { draining: true }), node('b', { loadPercent: 80 })], 'a', ['b']],
    ['a room on a node that is gone', [node('b')], 'a', ['b']],
    ['only draining and full ones', [node('a', { draining: true }), node('b', { loadPercent: 100 })], undefined, []],
  ])('%s', (_, nodes, roomNodeId, ids) => {
    expect(rankNodes(nodes, { fullLoadPercent: 90, roomNodeId }).map((ranked) => ranked.node.nodeId)).toEqual(ids)
  })

  it('says why', () => {
    const ranked = rankNodes([node('a'), node('b')], { fullLoadPercent: 90, roomNodeId: 'b' })
    expect(ranked.map((entry) => entry.reason)).toEqual(['has_the_room', 'least_loaded'])
  })
})

describe('the address of a node', () => {
  it.each([
    ['/sfu', { url: '/', path: '/sfu/socket.io' }],
    ['/sfu/', { url: '/', path: '/sfu/socket.io' }],
    ['https://sfu-1.example.org/sfu', { url: 'https://sfu-1.example.org', path: '/sfu/socket.io' }],
    ['https://sfu-1.example.org:8443', { url: 'https://sfu-1.example.org:8443', path: '/socket.io' }],
  ])('%s', (publicUrl, address) => expect(addressOf(publicUrl)).toEqual(address))
})

describe('ICE servers', () => {
  const none = { stunUrls: [], turnUrls: [], turnSecret: undefined, turnUsername: undefined, turnCredential: undefined }
  const turnUrls = ['turn:turn.example.org:3478?transport=udp', 'turns:turn.example.org:5349']

  it('are none, STUN alone, or TURN with the configured account', () => {
    expect(iceServers(none, 'ana', 0)).toEqual([])
    expect(iceServers({ ...none, stunUrls: ['stun:stun.example.org'] }, 'ana', 0)).toEqual([{ urls: ['stun:stun.example.org'] }])
    expect(iceServers({ ...none, turnUrls, turnUsername: 'u', turnCredential: 'c' }, 'ana', 0)).toEqual([
      { urls: turnUrls, username: 'u', credential: 'c' },
    ])
  })

  it('carry a credential that ends by itself where the TURN server shares a secret', () => {
    const [server] = iceServers({ ...none, turnUrls, turnSecret: 'north' }, 'ana', 1_700_000_000_000)
    // printf '1700043200:ana' | openssl dgst -sha1 -hmac north -binary | base64
    expect(server).toEqual({ urls: turnUrls, username: '1700043200:ana', credential: '5wXio1Cclzyoq3TGRnACWcNaDIA=' })
  })
})
