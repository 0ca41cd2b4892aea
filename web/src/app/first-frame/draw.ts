import { paths } from '@e-events/shared/domain/addresses.ts'
import { framePicture, type FirstFrame, type HomeFrame, type ProductFrame } from '@e-events/shared/contract/storefront/first-frame.ts'
import type { ProductCard } from '@e-events/shared/contract/catalogue/products.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { pictureSet } from '@e-events/shared/domain/picture-set.ts'
import { count, date, duration, money } from '@e-events/shared/ui/format.ts'
import { momentOf, saidState, verbOf, type Moment } from '../../components/media/product-event.ts'
import { isSaid } from '../../features/catalogue/products/offer.ts'

/** Texts of the locale files by their names, `namespace:key` (web/build/first-frame.ts picks them). */
export type FrameWords = Record<string, string>

interface Drawing {
  /**
   * Undefined where the frame's texts are in another language than the reader's: the picture is then all that is shown.
   */
  words: FrameWords | undefined
}

/**
 * The first picture and words of a page in the boxes in which the app shows them a moment later (hero.tsx,
 * media-hero.tsx, product.tsx; an end-to-end test compares them). It is made without the app's libraries, because they
 * are what the reader would wait for.
 */
export function drawFrame(frame: FirstFrame, { words }: Drawing): HTMLElement {
  const t = words && ((key: string, values: Record<string, string> = {}) => fill(words[key] ?? '', values))
  const { language } = frame
  const isHome = frame.page === 'home'
  const content = isHome ? hero(frame, { t, language }) : product(frame, { t, language })
  return make('div', { class: `first first-${frame.page}` }, [
    make('header', isHome ? { 'data-mode': 'dark' } : {}, [make('a', { href: '/' }, [mark(), 'e-events'])]),
    make('main', {}, isHome ? [content, shelf()] : [content]),
  ])
}

/** Where the next shelf will be. */
const shelf = () =>
  make(
    'div',
    { class: 'first-shelf', 'aria-hidden': 'true' },
    Array.from({ length: 5 }, () => make('i')),
  )

type Translate = ((key: string, values?: Record<string, string>) => string) | undefined

function hero(frame: HomeFrame, { t, language }: { t: Translate; language: Language }): HTMLElement {
  const { media, title, subtitle, product: chosen, items } = frame.hero
  const [item] = media.kind === 'catalogue' ? items : []
  const words = t && (item ? heroWords(item, t, language) : mediaWords({ title, subtitle, product: chosen }, t, language))
  const kind = item ? `first-words${frame.choices > 1 ? ' first-several' : ''}` : 'first-words first-chosen'
  return make('section', { class: 'first-hero', 'data-mode': 'dark' }, [
    make('div', { class: item ? 'first-art' : 'first-art first-wide' }, [picture(frame), make('div', { class: 'first-shade' })]),
    make('div', { class: kind }, words ?? []),
  ])
}

function heroWords(item: ProductCard, t: NonNullable<Translate>, language: Language): HTMLElement[] {
  const { nextSession } = item
  const said = saidState(item)
  const known = [
    item.category,
    item.channel.title,
    item.durationMs === null ? null : duration(item.durationMs / 1000),
    item.languages.length > 1 ? t('home:hero.languages', { list: item.languages.join(', ').toUpperCase() }) : null,
  ].filter((fact) => fact !== null)
  const facts = [...new Set(known)]
  return [
    make('div', { class: 'first-badges' }, [
      ...(item.event?.state === 'on_air' ? [liveBadge(t)] : []),
      ...(said === null ? [] : [make('span', { class: 'first-over' }, [t(`common:eventState.${said}`)])]),
      ...(item.onAir && item.viewers ? [make('span', { class: 'first-over' }, [icon(eye, 14), count(item.viewers, language)])] : []),
      ...(!item.onAir && nextSession
        ? [make('span', { class: 'first-over' }, [icon(calendar, 14), date(nextSession.startsAt, 'full', language, nextSession.timezone)])]
        : []),
    ]),
    make('h1', {}, [item.title]),
    make('p', {}, [item.shortDescription]),
    make(
      'div',
      { class: 'first-facts' },
      facts.map((fact, at) => make('span', {}, [fact, ...(at < facts.length - 1 ? [make('span', {}, ['·'])] : [])])),
    ),
    button(item, t, language),
  ]
}

function mediaWords(
  { title, subtitle, product }: { title: string; subtitle: string; product: ProductCard | null },
  t: NonNullable<Translate>,
  language: Language,
): HTMLElement[] {
  return [
    make('h1', {}, [title]),
    ...(subtitle === '' ? [] : [make('p', {}, [subtitle])]),
    ...(product ? [button(product, t, language)] : []),
  ]
}

function button(item: ProductCard, t: NonNullable<Translate>, language: Language): HTMLElement {
  const price = item.price ? money(item.price.minor, item.price.currency, language) : t('common:price.free')
  const verb = verbOf(item)
  const word = t(`home:hero.${verb}`, { price })
  return make('div', { class: 'first-go' }, [
    make('a', { href: paths.product(item.slug) }, [...(verb === 'enterLive' ? [icon(play, 22)] : []), word]),
  ])
}

function product(frame: ProductFrame, { t, language }: { t: Translate; language: Language }): HTMLElement {
  const { product: shown } = frame
  const moment = momentOf(shown)
  const { logoUrl, title, slug } = shown.channel
  const chips = t && [
    ...(moment === 'on_air' ? [liveBadge(t)] : []),
    ...(moment !== 'on_air' && isSaid(shown, moment)
      ? [make('span', { class: `first-chip ${toneOf(moment)}` }, [t(wordOf(shown, moment))])]
      : []),
    ...[...new Set(shown.labels)].map((label) => make('span', { class: 'first-chip' }, [label])),
  ]
  const words = chips && [
    make('div', { class: 'first-chips' }, chips),
    make('h1', {}, [shown.title]),
    make('div', { class: 'first-channel' }, [
      image(logoUrl, { srcset: pictureSet(logoUrl), sizes: '36px' }),
      make('a', { href: paths.channel(slug) }, [title]),
    ]),
    ...(shown.shortDescription ? [make('p', {}, [shown.shortDescription])] : []),
  ]
  return make('div', { class: 'first-page', lang: language }, [
    make(
      'div',
      { class: 'first-crumbs' },
      t ? [make('a', { href: '/' }, [t('common:nav.home')]), make('span', {}, ['/']), make('span', {}, [shown.title])] : [],
    ),
    make('div', { class: 'first-grid' }, [
      make('div', { class: 'first-head' }, [
        make('div', { class: 'first-art' }, [picture(frame)]),
        make('div', { class: 'first-words' }, words ?? []),
      ]),
      make('div', { class: 'first-offer' }),
    ]),
  ])
}

function wordOf({ type }: ProductFrame['product'], moment: Moment): string {
  if (moment === 'unscheduled' || moment === 'on_demand') return `products:kind.${moment}`
  return type === 'meet' && moment === 'coming' ? 'common:eventState.comingMeeting' : `common:eventState.${moment}`
}

/** The colours of event-mark.tsx. */
function toneOf(moment: Moment): string {
  if (moment === 'ended_with_recording') return 'first-done'
  return moment === 'ended' || moment === 'never_aired' ? '' : 'first-next'
}

const liveBadge = (t: NonNullable<Translate>) => make('span', { class: 'first-live' }, [make('i'), t('common:live.badge')])

function picture(frame: FirstFrame): HTMLElement {
  const shown = framePicture(frame)
  return image(shown?.src ?? null, { srcset: shown?.srcSet, sizes: shown?.sizes, fetchpriority: 'high' })
}

/**
 * Without a picture there is the box that waits for one. `srcset` goes before `src`, or the browser would ask for both.
 */
function image(src: string | null, attributes: Record<string, string | undefined>): HTMLElement {
  return src === null ? make('div', { class: 'first-blank' }) : make('img', { ...attributes, src, alt: '' })
}

function make(tag: string, attributes: Record<string, string | undefined> = {}, children: readonly (Node | string)[] = []): HTMLElement {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(name, value)
  element.append(...children)
  return element
}

function svg(size: number, shapes: readonly Record<string, string>[]): SVGElement {
  const space = 'http://www.w3.org/2000/svg'
  const element = document.createElementNS(space, 'svg')
  for (const [name, value] of Object.entries({ viewBox: '0 0 24 24', width: String(size), height: String(size), 'aria-hidden': 'true' }))
    element.setAttribute(name, value)
  for (const { tag = 'path', ...attributes } of shapes) {
    const shape = document.createElementNS(space, tag)
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value)
    element.append(shape)
  }
  return element
}

const icon = (d: string, size: number) => svg(size, [{ d, fill: 'currentColor' }])
const mark = () =>
  svg(28, [
    { tag: 'rect', width: '24', height: '24', rx: '7', fill: '#df3e3d' },
    { d: 'M7.2 12.4h9.4a4.7 4.7 0 1 0-1.5 3.3', fill: 'none', stroke: '#fff', 'stroke-width': '2.5', 'stroke-linecap': 'round' },
  ])

// The paths of CalendarMonthOutlined, VisibilityRounded and PlayArrowRounded.
const calendar =
  'M19 4h-1V2h-2v2H8V2H6v2H5c-1.11 0-1.99.9-1.99 2L3 20c0 1.1.89 2 2 2h14c1.1 0 2-.9 2-2V6c0-1.1-.9-2-2-2m0 16H5V10h14zm0-12H5V6h14zM9 14H7v-2h2zm4 0h-2v-2h2zm4 0h-2v-2h2zm-8 4H7v-2h2zm4 0h-2v-2h2zm4 0h-2v-2h2z'
const eye =
  'M12 4C7 4 2.73 7.11 1 11.5 2.73 15.89 7 19 12 19s9.27-3.11 11-7.5C21.27 7.11 17 4 12 4m0 12.5c-2.76 0-5-2.24-5-5s2.24-5 5-5 5 2.24 5 5-2.24 5-5 5m0-8c-1.66 0-3 1.34-3 3s1.34 3 3 3 3-1.34 3-3-1.34-3-3-3'
const play = 'M8 6.82v10.36c0 .79.87 1.27 1.54.84l8.14-5.18c.62-.39.62-1.29 0-1.69L9.54 5.98C8.87 5.55 8 6.03 8 6.82'

const fill = (text: string, values: Record<string, string>) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
