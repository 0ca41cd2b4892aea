import { randomUUID } from 'node:crypto'
import { mediaEventSchema, mediaEventStream, type MediaEvent } from '@e-events/shared/events/media.ts'
import { announceMeetClosed, findMeetPlace, placeMeet } from '@e-events/shared/node/meet-control.ts'
import { listNodes } from '@e-events/shared/node/registry.ts'
import { revokePlayback } from '@e-events/shared/node/revocations.ts'
import { claimRedis, type ClaimedRedis } from '@e-events/shared/node/testing/claim-redis.ts'
import type { MeetId } from '@e-events/shared/domain/ids.ts'
import { limits } from '@e-events/shared/limits.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connectParticipant, newMeet, participantToken, type Participant } from './participants.ts'
import { openSocket, secrets, startTestSfu, until, type TestSfu } from './support.ts'

describe('meetings of an sfu with real sockets and Redis', () => {
  const cleanups: (() => Promise<void>)[] = []
  // One for all its nodes: they find each other by it.
  let house: ClaimedRedis
  beforeAll(async () => {
    house = await claimRedis()
  })
  afterAll(() => house.release())
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })

  async function start(options?: Parameters<typeof startTestSfu>[0]): Promise<TestSfu> {
    const sfu = await startTestSfu({ redisUrl: house.url, ...options, env: { SFU_WORKERS: '1', ...options?.env } })
    cleanups.push(() => sfu.stop())
    return sfu
  }

  async function join(sfu: TestSfu, id: MeetId, more: Parameters<typeof connectParticipant>[2] = {}): Promise<Participant> {
    const participant = await connectParticipant(sfu, id, more)
    cleanups.push(async () => void participant.socket.close())
    await participant.client.request('join', {})
    return participant
  }

  const events = async (sfu: TestSfu, id: MeetId): Promise<MediaEvent[]> =>
    (await sfu.redis.xrange(mediaEventStream, '-', '+'))
      .map(([, fields]) => mediaEventSchema.parse(JSON.parse(fields[1] ?? '{}')))
      .filter((event) => 'meetId' in event && event.meetId === id)

  it('takes 70 people and refuses the 71st until one leaves; the api knows them all [MEET-008]', async () => {
    const sfu = await start()
    const id = newMeet()
    const people = await Promise.all(Array.from({ length: 70 }, () => join(sfu, id)))
    await expect(join(sfu, id)).rejects.toMatchObject({ code: 'MEET_FULL' })
    await join(sfu, id, { sub: people[0]?.accountId ?? '' })
    await until('the first window is replaced', () => people[0]?.socket.connected === false)
    expect(people[0]?.of('reconnect')).toEqual([{ reason: 'replaced' }])
    await expect(join(sfu, id)).rejects.toMatchObject({ code: 'MEET_FULL' })
    people[1]?.socket.close()
    await until('one left', () => sfu.service.meets.peopleCount === 69)
    await join(sfu, id)
    const last = await until('the api knows', async () => {
      const told = (await events(sfu, id)).findLast((event) => event.type === 'meet.people')
      return told?.type === 'meet.people' && told.people.length === 70 && !told.people.some(({ userId }) => userId === people[1]?.accountId)
        ? told
        : undefined
    })
    expect(new Set(last.people.map(({ userId }) => userId)).size).toBe(70)
    const metrics = await (await fetch(`${sfu.service.url}/metrics`)).text()
    expect(metrics).toMatch(/^sfu_meet_people 70$/m)
    const node = await until('the registry knows', async () =>
      (await listNodes(sfu.redis)).find(({ nodeId, peers }) => nodeId === sfu.service.nodeId && peers === 70),
    )
    expect(node.rooms).toBe(1)
  })

  it('lets in nobody without a grant of its own kind, and each grant once', async () => {
    const sfu = await start()
    const id = newMeet()
    const token = await participantToken(id)
    const refused = (grant: string) =>
      openSocket(sfu.service.url, grant).then(
        (socket) => void socket.close(),
        (error: { data?: { code?: string } }) => error.data?.code,
      )
    expect(await refused(token)).toBeUndefined()
    expect(await refused(token)).toBe('SIGNAL_TOKEN_INVALID')
    expect(await refused(await participantToken(id, {}, secrets.internal))).toBe('SIGNAL_TOKEN_INVALID')
    expect(await refused(await participantToken(id, { name: undefined as unknown as string }))).toBe('SIGNAL_TOKEN_INVALID')
  })

  it('closes for everybody within a second of its end, and stays closed', async () => {
    const sfu = await start()
    const id = newMeet()
    const people = await Promise.all([join(sfu, id, { isHost: true }), join(sfu, id), join(sfu, id)])
    await announceMeetClosed(sfu.redis, id, 'organizer')
    await until('everybody is out', () => people.every(({ socket }) => !socket.connected), 1_000)
    expect(people.map((one) => one.of('meetClosed'))).toEqual(people.map(() => [{ reason: 'organizer' }]))
    await expect(join(sfu, id)).rejects.toMatchObject({ code: 'MEET_STATE' })
    expect(sfu.service.meets.all).toEqual([])
    await until('no router left', () => sfu.service.pool.living.every(({ routers }) => routers === 0))
  })

  it('goes on at another node after its own one died, with its lock and without those who were removed', async () => {
    const [one, two] = [await start(), await start()]
    const id = newMeet()
    const host = await join(one, id, { isHost: true })
    const [ana, ben] = [await join(one, id), await join(one, id)]
    await until('its place is known', async () => (await findMeetPlace(one.redis, id)) === one.service.nodeId)
    const { people } = await (await connectParticipant(one, id, { sub: ben.accountId })).client.request('join', {})
    const personId = people.find((_, index) => index === 1)?.id ?? ''
    await host.client.request('remove', { personId })
    await until('she is out', () => !ana.socket.connected)
    expect(ana.of('removed')).toEqual([{}])
    await host.client.request('lock', { locked: true })
    await one.service.close()
    await placeMeet(two.redis, id, two.service.nodeId, [two.service.nodeId])
    await expect(join(two, id, { sub: ana.accountId })).rejects.toMatchObject({ code: 'MEET_REMOVED' })
    await expect(join(two, id)).rejects.toMatchObject({ code: 'MEET_LOCKED' })
    const back = await join(two, id, { sub: ben.accountId })
    expect(back.socket.connected).toBe(true)
    expect((await events(two, id)).find(({ type }) => type === 'meet.removed')).toMatchObject({
      userId: ana.accountId,
      byUserId: host.accountId,
    })
  })

  it('moves its people where the api placed it meanwhile', async () => {
    const [one, two] = [await start(), await start()]
    const id = newMeet()
    const stranded = await join(one, id)
    await until('its place is known', async () => (await findMeetPlace(one.redis, id)) === one.service.nodeId)
    await placeMeet(one.redis, id, two.service.nodeId, [two.service.nodeId])
    const moved = await join(two, id)
    await until('she is sent there', () => stranded.of('reconnect').length === 1 && !stranded.socket.connected)
    expect(moved.socket.connected).toBe(true)
    expect(await findMeetPlace(one.redis, id)).toBe(two.service.nodeId)
  })

  it('drains: asks everybody to move and waits for them', async () => {
    const sfu = await start()
    const one = await join(sfu, newMeet())
    const drained = sfu.service.drain(5_000)
    await until('she is told', () => one.of('reconnect').length === 1)
    await expect(connectParticipant(sfu, newMeet())).rejects.toMatchObject({ data: { code: 'NODE_DRAINING' } })
    one.socket.close()
    await drained
    expect(sfu.service.meets.peopleCount).toBe(0)
  })

  it('puts out whose access ended', async () => {
    const sfu = await start({ revocationsEveryMs: 100 })
    const id = newMeet()
    const productId = randomUUID()
    const [one, other] = [await join(sfu, id, { productId }), await join(sfu, id, { productId })]
    await revokePlayback(sfu.redis, one.accountId, productId)
    await until('she is out', () => !one.socket.connected)
    expect(one.of('reconnect')).toEqual([{ reason: 'revoked' }])
    expect(other.socket.connected).toBe(true)
  })

  it('cuts off a flood, and serves the others', async () => {
    const sfu = await start()
    const id = newMeet()
    const [flooder, other] = [await join(sfu, id), await join(sfu, id)]
    const answers: Record<string, number> = {}
    for (let index = 0; index < 3_000; index += 1)
      flooder.socket.emit('request', { method: 'raiseHand', data: { raised: index % 2 === 0 } }, (reply: { error?: { code: string } }) => {
        const key = reply.error?.code ?? 'ok'
        answers[key] = (answers[key] ?? 0) + 1
      })
    await until('the flooder is cut off', () => !flooder.socket.connected)
    expect(answers['ok'] ?? 0).toBeLessThanOrEqual(limits.signalingRequestsPerSecond * 2)
    expect(answers['SIGNAL_LIMIT']).toBeGreaterThan(100)
    await other.client.request('react', { reaction: '👍' })
    expect(other.of('personChanged').length).toBeLessThan(60)
  })
})
