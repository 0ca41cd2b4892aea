import type { DeviceKind, PlaybackError, QualityReport } from '@e-events/shared/contract/live/viewings.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { TableColumn } from '../../../http/table-file.ts'

type Section = 'summary' | 'viewers' | 'retention' | 'rungs' | 'devices' | 'browsers' | 'systems' | 'errors'
type Figure =
  | 'viewers'
  | 'viewings'
  | 'peakViewers'
  | 'averageWatched'
  | 'live'
  | 'behind'
  | 'video'
  | 'startupMedian'
  | 'startupP95'
  | 'rebuffered'
  | 'rebuffers'
  | 'exits'
  | 'rungChanges'

interface Words {
  file: string
  headers: { section: string; figure: string; value: string; unit: string }
  sections: Record<Section, string>
  figures: Record<Figure, string>
  kinds: Record<DeviceKind, string>
  errors: Record<PlaybackError, string>
  units: { viewers: string; viewings: string; times: string }
  soundOnly: string
  unknown: string
}

const words: Record<Language, Words> = {
  es: {
    file: 'calidad',
    headers: { section: 'Apartado', figure: 'Cifra', value: 'Valor', unit: 'Unidad' },
    sections: {
      summary: 'Resumen',
      viewers: 'Espectadores en el tiempo (UTC)',
      retention: 'Retención',
      rungs: 'Tamaño de imagen',
      devices: 'Dispositivos',
      browsers: 'Navegadores',
      systems: 'Sistemas',
      errors: 'Errores',
    },
    figures: {
      viewers: 'Espectadores',
      viewings: 'Reproducciones',
      peakViewers: 'Máximo a la vez',
      averageWatched: 'Tiempo visto de media',
      live: 'En directo',
      behind: 'Con retraso',
      video: 'En diferido o grabación',
      startupMedian: 'Arranque, mediana',
      startupP95: 'Arranque, percentil 95',
      rebuffered: 'Tiempo parado',
      rebuffers: 'Parones',
      exits: 'Salidas antes de la imagen',
      rungChanges: 'Cambios de tamaño de imagen',
    },
    kinds: { phone: 'Móvil', tablet: 'Tableta', computer: 'Ordenador', other: 'Otro' },
    errors: { network: 'Red', media: 'Imagen o sonido', other: 'Otro', feed: 'Una señal de varias' },
    units: { viewers: 'espectadores', viewings: 'reproducciones', times: 'veces' },
    soundOnly: 'Solo sonido',
    unknown: 'Desconocido',
  },
  en: {
    file: 'quality',
    headers: { section: 'Section', figure: 'Figure', value: 'Value', unit: 'Unit' },
    sections: {
      summary: 'Summary',
      viewers: 'Viewers over time (UTC)',
      retention: 'Retention',
      rungs: 'Picture size',
      devices: 'Devices',
      browsers: 'Browsers',
      systems: 'Systems',
      errors: 'Errors',
    },
    figures: {
      viewers: 'Viewers',
      viewings: 'Viewings',
      peakViewers: 'Most at once',
      averageWatched: 'Average time watched',
      live: 'Live',
      behind: 'Behind live',
      video: 'Recording or video',
      startupMedian: 'Start, median',
      startupP95: 'Start, 95th percentile',
      rebuffered: 'Time stalled',
      rebuffers: 'Stalls',
      exits: 'Left before the picture',
      rungChanges: 'Changes of picture size',
    },
    kinds: { phone: 'Phone', tablet: 'Tablet', computer: 'Computer', other: 'Other' },
    errors: { network: 'Network', media: 'Picture or sound', other: 'Other', feed: 'One feed of several' },
    units: { viewers: 'viewers', viewings: 'viewings', times: 'times' },
    soundOnly: 'Sound only',
    unknown: 'Unknown',
  },
  pt: {
    file: 'qualidade',
    headers: { section: 'Secção', figure: 'Número', value: 'Valor', unit: 'Unidade' },
    sections: {
      summary: 'Resumo',
      viewers: 'Espectadores ao longo do tempo (UTC)',
      retention: 'Retenção',
      rungs: 'Tamanho da imagem',
      devices: 'Dispositivos',
      browsers: 'Navegadores',
      systems: 'Sistemas',
      errors: 'Erros',
    },
    figures: {
      viewers: 'Espectadores',
      viewings: 'Reproduções',
      peakViewers: 'Máximo ao mesmo tempo',
      averageWatched: 'Tempo médio visto',
      live: 'Em direto',
      behind: 'Com atraso',
      video: 'Gravação ou vídeo',
      startupMedian: 'Arranque, mediana',
      startupP95: 'Arranque, percentil 95',
      rebuffered: 'Tempo parado',
      rebuffers: 'Paragens',
      exits: 'Saídas antes da imagem',
      rungChanges: 'Mudanças do tamanho da imagem',
    },
    kinds: { phone: 'Telemóvel', tablet: 'Tablet', computer: 'Computador', other: 'Outro' },
    errors: { network: 'Rede', media: 'Imagem ou som', other: 'Outro', feed: 'Um sinal de vários' },
    units: { viewers: 'espectadores', viewings: 'reproduções', times: 'vezes' },
    soundOnly: 'Só som',
    unknown: 'Desconhecido',
  },
}

interface Line {
  section: string
  figure: string
  value: number | null
  unit: string
}

/** A report as a table of one figure a row, and the name of its file, in the language of whoever asks. */
export function qualityFile(report: QualityReport, language: Language): { file: string; columns: TableColumn<Line>[]; rows: Line[] } {
  const { file, headers } = words[language]
  return {
    file,
    columns: [
      { header: headers.section, value: ({ section }) => section },
      { header: headers.figure, value: ({ figure }) => figure },
      { header: headers.value, value: ({ value }) => value },
      { header: headers.unit, value: ({ unit }) => unit },
    ],
    rows: linesOf(report, words[language]),
  }
}

function linesOf(report: QualityReport, { sections, figures, kinds, errors, units, soundOnly, unknown }: Words): Line[] {
  const lines = (
    section: Section,
    unit: string,
    rows: readonly (readonly [figure: string, value: number | null, unit?: string])[],
  ): Line[] => rows.map(([figure, value, own]) => ({ section: sections[section], figure, value, unit: own ?? unit }))
  const { series, retention, devices } = report
  const stepMs = (series?.everyMinutes ?? 0) * 60_000
  return [
    ...lines('summary', 's', [
      [figures.viewers, report.viewers, units.viewers],
      [figures.viewings, report.viewings, units.viewings],
      [figures.peakViewers, report.peakViewers, units.viewers],
      [figures.averageWatched, seconds(report.averageWatchedMs)],
      [figures.live, seconds(report.liveMs)],
      [figures.behind, seconds(report.behindMs)],
      [figures.video, seconds(report.videoMs)],
      [figures.startupMedian, seconds(report.startup.medianMs)],
      [figures.startupP95, seconds(report.startup.p95Ms)],
      [figures.rebuffered, percent(report.rebufferedShare), '%'],
      [figures.rebuffers, report.rebuffers, units.times],
      [figures.exits, report.exitsBeforeStart, units.viewings],
      [figures.rungChanges, report.rungChanges, units.times],
    ]),
    ...lines(
      'viewers',
      units.viewers,
      (series?.viewers ?? []).map((viewers, i) => [new Date(Date.parse(series?.from ?? '') + i * stepMs).toISOString(), viewers]),
    ),
    ...lines(
      'retention',
      '%',
      (retention?.shares ?? []).map((share, i) => [`${i} %`, percent(share)]),
    ),
    ...lines(
      'rungs',
      's',
      report.rungs.map(({ heightPx, ms }) => [heightPx === 0 ? soundOnly : `${heightPx}p`, seconds(ms)]),
    ),
    ...lines(
      'devices',
      units.viewers,
      (devices?.kinds ?? []).map(({ kind, viewers }) => [kinds[kind], viewers]),
    ),
    ...lines(
      'browsers',
      units.viewers,
      (devices?.browsers ?? []).map(({ name, viewers }) => [name || unknown, viewers]),
    ),
    ...lines(
      'systems',
      units.viewers,
      (devices?.systems ?? []).map(({ name, viewers }) => [name || unknown, viewers]),
    ),
    ...lines(
      'errors',
      units.viewings,
      report.errors.map(({ code, viewings }) => [errors[code], viewings]),
    ),
  ]
}

const seconds = (ms: number | null): number | null => (ms === null ? null : Math.round(ms / 10) / 100)
const percent = (share: number | null): number | null => (share === null ? null : Math.round(share * 10_000) / 100)
