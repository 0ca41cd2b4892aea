import { account } from '@e-events/shared/contract/people/account.ts'
import type { OwnProduct } from '@e-events/shared/contract/catalogue/own-products.ts'
import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { queryKey } from '@e-events/shared/contract/endpoint.ts'
import { date } from '@e-events/shared/ui/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Studio } from '../../../broadcast/studio.ts'
import { decibels, megabits } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { useServices } from '../../lib/services.ts'
import { plannedBps, useUplink } from '../../lib/use-uplink.ts'
import { useStore } from '../../lib/use-store.ts'

export interface Check {
  name: 'camera' | 'microphone' | 'network' | 'uplink' | 'sale' | 'session'
  /** weak: possible, but the organizer should know. blocked: going live would be refused. */
  state: 'pending' | 'good' | 'weak' | 'blocked'
  words: string
  fix?: { label: string; act(): void }
}

/** Below this level the sound is inaudible. */
const audibleDb = -50
const listenMs = 1_500
/** Not even one small picture looks well below this. */
const leastUplinkBps = 1_000_000

/** The pre-flight check: what can be known before the first packet is sent. */
export function useChecks(studio: Studio, product: OwnProduct): Check[] {
  const network = useNetworkCheck()
  const uplink = useUplinkCheck(studio)
  const own = useOwnCheck(product)
  return [useCameraCheck(studio), useMicrophoneCheck(studio), network, uplink, useSaleCheck(product), own]
}

function useCameraCheck(studio: Studio): Check {
  const { t } = useTranslation()
  const { feeds } = useStore(studio.desk)
  const live = feeds.filter((feed) => feed.status === 'live')
  const away = feeds.filter((feed) => feed.status !== 'live')
  const name = 'camera'
  if (feeds.length === 0) return { name, state: 'blocked', words: t('preflight.noFeed') }
  if (away.length > 0)
    return {
      name,
      state: live.length > 0 ? 'weak' : 'blocked',
      words: t('preflight.feedAway', { names: away.map((feed) => feed.label).join(', ') }),
    }
  return { name, state: 'good', words: live.map((feed) => `${feed.label} · ${feed.size.height}p`).join(', ') }
}

/** Listens for a moment: a microphone that is plugged in but silent is the classic. */
function useMicrophoneCheck(studio: Studio): Check {
  const { t } = useTranslation()
  const language = useLanguage()
  const { strips, silenced, audioBlocked } = useStore(studio.desk)
  const [peakDb, setPeakDb] = useState(-Infinity)
  const [listened, setListened] = useState(false)
  useEffect(() => {
    let peak = -Infinity
    const read = studio.desk.masterLevels
    const sampler = setInterval(() => {
      peak = Math.max(peak, ...read())
      setPeakDb(peak)
    }, 100)
    const end = setTimeout(() => setListened(true), listenMs)
    return () => {
      clearInterval(sampler)
      clearTimeout(end)
    }
  }, [studio])
  const name = 'microphone'
  const live = strips.filter((strip) => strip.status === 'live')
  if (audioBlocked && strips.length > 0)
    return {
      name,
      state: 'weak',
      words: t('banner.audioBlocked'),
      fix: { label: t('banner.audioUnblock'), act: () => void studio.desk.unblockAudio() },
    }
  if (live.length === 0) return { name, state: 'weak', words: t('preflight.noMicrophone') }
  if (silenced)
    return {
      name,
      state: 'weak',
      words: t('banner.silenced'),
      fix: { label: t('banner.silencedUndo'), act: () => studio.desk.silence(false) },
    }
  if (peakDb > audibleDb) {
    const names = live.map((strip) => strip.label).join(', ')
    return { name, state: 'good', words: t('preflight.peak', { names, level: decibels(peakDb, language) }) }
  }
  return listened ? { name, state: 'weak', words: t('preflight.silent') } : { name, state: 'pending', words: t('preflight.listening') }
}

/** Three small questions to the platform: the middle answer counts. */
function useNetworkCheck(): Check {
  const { t } = useTranslation()
  const { api } = useServices()
  const network = useQuery({
    queryKey: ['network-check'],
    queryFn: async () => {
      const times: number[] = []
      for (let turn = 0; turn < 3; turn += 1) {
        const startedMs = performance.now()
        await api.call(account.me)
        times.push(performance.now() - startedMs)
      }
      return times.toSorted((a, b) => a - b)[1] ?? 0
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const name = 'network'
  if (network.isPending) return { name, state: 'pending', words: t('preflight.measuring') }
  const again = { label: t('shell.retry'), act: () => void network.refetch() }
  if (network.isError) return { name, state: 'blocked', words: t('errors.network'), fix: again }
  const roundTripMs = Math.round(network.data)
  return roundTripMs > 400
    ? { name, state: 'weak', words: t('preflight.slow', { ms: roundTripMs }), fix: again }
    : { name, state: 'good', words: t('preflight.fast', { ms: roundTripMs }) }
}

/** Compares the bit rate of all feeds with the uplink of this device. */
function useUplinkCheck(studio: Studio): Check {
  const { t } = useTranslation()
  const language = useLanguage()
  const { feeds } = useStore(studio.desk)
  const measured = useUplink()
  const name = 'uplink'
  if (measured.isFetching) return { name, state: 'pending', words: t('preflight.uplinkMeasuring') }
  const fix = { label: t('preflight.uplinkAgain'), act: () => void measured.refetch() }
  if (measured.data === undefined) return { name, state: 'weak', words: t('preflight.uplinkUnknown'), fix }
  const needBps = Math.max(plannedBps(feeds), leastUplinkBps)
  const values = { uplink: megabits(measured.data, language), need: megabits(needBps, language) }
  return needBps > measured.data
    ? { name, state: 'weak', words: t('preflight.uplinkShort', values), fix }
    : { name, state: 'good', words: t('preflight.uplinkEnough', values), fix }
}

function useSaleCheck(product: OwnProduct): Check {
  const { t } = useTranslation()
  const language = useLanguage()
  const { api } = useServices()
  const input = { params: { slug: product.slug }, query: { language } } as const
  const sale = useQuery({
    queryKey: queryKey(products.get, input),
    queryFn: () => api.call(products.get, input),
    staleTime: 0,
    retry: false,
  })
  const name = 'sale'
  if (sale.isPending) return { name, state: 'pending', words: t('preflight.measuring') }
  if (sale.isError) return { name, state: 'weak', words: t('preflight.saleUnknown') }
  const { saleState } = sale.data
  return { name, state: saleState === 'open' ? 'good' : 'weak', words: t(`preflight.saleState.${saleState}`) }
}

function useOwnCheck(product: OwnProduct): Check {
  const { t } = useTranslation()
  const language = useLanguage()
  const { goLiveRefusal, nextSession } = product
  const name = 'session'
  if (goLiveRefusal) return { name, state: 'blocked', words: t(`refusal.${goLiveRefusal}`) }
  return { name, state: 'good', words: nextSession ? date(nextSession.startsAt, 'full', language) : t('preflight.sessionNear') }
}
