import { describe, expect, it } from 'vitest'
import { readWays } from './media-ways.ts'

const listening = (protocol: 'udp' | 'tcp') => ({
  foundation: protocol,
  priority: 1,
  ip: '203.0.113.5',
  protocol,
  port: 40_012,
  type: 'host',
})
const both = [listening('tcp'), listening('udp')]
const relay = [{ urls: ['stun:relay.example.org'] }, { urls: 'turns:relay.example.org:443', username: 'u', credential: 'c' }]
const local = (id: string, protocol: string, candidateType = 'host') => ({ id, type: 'local-candidate', protocol, candidateType })
const pair = (localCandidateId: string, more: { state?: string; responsesReceived?: number } = {}) => ({
  id: `pair-${localCandidateId}`,
  type: 'candidate-pair',
  localCandidateId,
  state: 'in-progress',
  ...more,
})
const locals = [local('u', 'udp'), local('t', 'tcp')]

describe('the ways of pictures and sound', () => {
  it('are blocked where they were tried without an answer, also when the report has forgotten the attempt', () => {
    const ways = { udp: 'blocked', tcp: 'blocked', turn: 'absent', address: '203.0.113.5:40012' }
    expect(readWays({ iceCandidates: both, iceServers: [], stats: [...locals, pair('u'), pair('t')] })).toEqual(ways)
    expect(readWays({ iceCandidates: both, iceServers: [], stats: locals })).toEqual(ways)
  })

  it('are told apart: one that answers is open, whatever became of the others', () => {
    const stats = [...locals, pair('u', { state: 'failed' }), pair('t', { responsesReceived: 3 })]
    expect(readWays({ iceCandidates: both, iceServers: [], stats })).toMatchObject({ udp: 'blocked', tcp: 'open' })
    expect(readWays({ iceCandidates: both, iceServers: [], stats: [...locals, pair('u', { state: 'succeeded' })] })).toMatchObject({
      udp: 'open',
      tcp: 'blocked',
    })
  })

  it('through a relay count for the relay, whose own silence is something else than a blocked way behind it', () => {
    const of = (stats: Parameters<typeof readWays>[0]['stats']) => readWays({ iceCandidates: both, iceServers: relay, stats })
    expect(of(locals)).toMatchObject({ turn: 'unreachable' })
    const relayed = [...locals, local('r', 'udp', 'relay')]
    expect(of([...relayed, pair('r')])).toMatchObject({ udp: 'blocked', turn: 'blocked' })
    expect(of([...relayed, pair('r', { state: 'succeeded' })])).toMatchObject({ udp: 'blocked', turn: 'open' })
  })

  it('that the server does not offer, or that the browser does not begin, are no fault of the network', () => {
    expect(readWays({ iceCandidates: [listening('udp')], iceServers: [], stats: locals })).toMatchObject({ tcp: 'absent' })
    expect(readWays({ iceCandidates: both, iceServers: [], stats: [] })).toMatchObject({ udp: 'untried', tcp: 'untried' })
    expect(readWays({ iceCandidates: [], iceServers: [], stats: [] })).toEqual({
      udp: 'absent',
      tcp: 'absent',
      turn: 'absent',
      address: null,
    })
  })
})
