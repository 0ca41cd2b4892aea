import { baseline } from '@e-events/shared/ui/theme/baseline.ts'
import { colorSchemes } from '@e-events/shared/ui/theme/schemes.ts'
import { typography } from '@e-events/shared/ui/theme/typography.ts'

type Variant = 'display' | 'h1' | 'subtitle1' | 'body1' | 'body2' | 'button'

/** One text style of the theme, as CSS. */
function type(variant: Variant): string {
  const style = typography[variant] as Record<string, string | number>
  return Object.entries({ fontWeight: typography.fontWeightRegular ?? 400, ...style })
    .map(([name, value]) => `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${value}`)
    .join(';')
}

/** The colours of one mode that the frame uses, by the theme's own names. */
function roles({ palette }: (typeof colorSchemes)['light']): string {
  const { text, surface, tint, border, success, secondary, onArt, live, primary, background } = palette
  return Object.entries({
    text: text?.primary,
    soft: text?.secondary,
    canvas: surface?.canvas,
    ground: background?.default,
    glass: surface?.glass,
    tint: tint?.neutral,
    line: border?.subtle,
    done: (success as { main: string }).main,
    'done-tint': tint?.green,
    next: (secondary as { main: string }).main,
    'next-tint': tint?.blue,
    red: (primary as { main: string }).main,
    'on-red': (primary as { contrastText: string }).contrastText,
    badge: live?.badge,
    over: onArt?.glass,
    top: onArt?.top,
    phone: onArt?.heroPhone,
    desk: onArt?.heroDesk,
  })
    .map(([name, value]) => `--f-${name}:${value}`)
    .join(';')
}

const body = baseline['body'] as Record<string, string>
const scrollbar = (baseline['*'] as Record<string, string>)['scrollbarWidth']
const gutter = (baseline[':root'] as Record<string, string>)['--ee-gutter']
const clamped =
  'display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden;padding-bottom:.14em;margin-bottom:-.14em'

/**
 * The boxes of hero.tsx, media-hero.tsx and product.tsx, from the same theme. tests/e2e/first-frame.spec.ts holds both
 * against each other, so that nothing moves when the app takes over.
 */
export const firstFrameStyle = `
.first{${roles(colorSchemes.light)};--gutter:${gutter};min-height:200vh;background:var(--f-ground);color:var(--f-text);font-family:${typography.fontFamily};${type('body1')};font-optical-sizing:${body['fontOpticalSizing']};font-feature-settings:${body['fontFeatureSettings']};text-rendering:${body['textRendering']};-webkit-font-smoothing:${body['WebkitFontSmoothing']}}
[data-mode=dark] .first,.first [data-mode=dark]{${roles(colorSchemes.dark)};color:var(--f-text);color-scheme:dark}
.first,.first *{box-sizing:border-box}
.first h1,.first p{margin:0}
.first a{color:inherit;text-decoration:none}
.first svg,.first img{display:block;flex-shrink:0}
.first:not(.first-ready) :is(.first-words,.first-crumbs,header a){visibility:hidden}
.first header{position:sticky;top:0;z-index:1;height:61px;border-bottom:1px solid var(--f-line);background:var(--f-glass);padding:0 var(--gutter);display:flex;align-items:center}
.first-home header{position:absolute;left:0;right:0;height:60px;border:0;background:var(--f-top)}
.first header a{display:inline-flex;align-items:center;gap:10px;font-size:18.48px;font-weight:720;letter-spacing:-.04em;line-height:1}
.first-hero{position:relative;overflow:hidden;min-height:620px;display:flex;align-items:flex-end;background:var(--f-canvas)}
.first-hero .first-art,.first-shade{position:absolute;inset:0}
.first-hero :is(img,.first-blank){width:100%;height:68%;object-fit:cover;object-position:52% 0;background:var(--f-canvas)}
.first-hero .first-wide :is(img,.first-blank){height:100%}
.first-shade{background-image:var(--f-phone)}
.first-hero .first-words{position:relative;width:100%;padding:112px var(--gutter) 32px}
.first-hero .first-several{padding-bottom:64px}
.first-badges{display:flex;flex-wrap:wrap;gap:8px;min-height:24px;margin-bottom:20px}
.first-live,.first-over{display:inline-flex;align-items:center;height:24px;border-radius:6px;white-space:nowrap}
.first-live{gap:6px;padding:0 9px;background:var(--f-badge);color:var(--f-on-red);font-size:11.5px;font-weight:720;letter-spacing:.045em}
.first-live i{width:6px;height:6px;border-radius:50%;background:currentColor}
.first-over{gap:4px;padding:0 8px;background:var(--f-over);font-size:12px;font-weight:600;font-variant-numeric:tabular-nums}
.first-hero h1{${type('display')};overflow-wrap:anywhere;${clamped}}
.first-hero p{${type('subtitle1')};margin-top:16px;max-width:500px;color:var(--f-soft);${clamped}}
.first-hero .first-chosen p{max-width:560px;display:block;padding-bottom:0;margin-bottom:0}
.first-facts{${type('body2')};margin-top:16px;display:flex;flex-wrap:wrap;column-gap:12px;color:var(--f-soft)}
.first-facts>span{display:inline-flex;column-gap:12px}
.first-go{margin-top:28px;display:flex}
.first-go a{flex:1 1 100%;display:inline-flex;align-items:center;justify-content:center;min-height:52px;padding:0 24px;border-radius:10px;background:var(--f-red);color:var(--f-on-red);white-space:nowrap;${type('button')};font-size:1rem}
.first-go svg{margin:0 8px 0 -3px}
.first-shelf{margin-top:40px;padding:56px var(--gutter) 0;display:grid;grid-auto-flow:column;grid-auto-columns:78%;gap:12px;overflow:hidden}
.first-shelf i{aspect-ratio:16/9;border-radius:14px;background:var(--f-tint)}
.first-page{max-width:1440px;margin:0 auto;padding:16px var(--gutter) 0}
.first-crumbs{display:none;color:var(--f-soft)}
.first-grid{display:grid;grid-template-columns:minmax(0,1fr)}
.first-head{min-width:0}
.first-page .first-art{border-radius:14px;overflow:hidden}
.first-page .first-art :is(img,.first-blank){width:100%;aspect-ratio:16/9;object-fit:cover;background:var(--f-tint)}
.first-page .first-words{margin-top:24px}
.first-chips{display:flex;flex-wrap:wrap;gap:8px;align-items:center}
.first-chip{display:inline-flex;align-items:center;height:26px;max-width:100%;padding:0 9px;border-radius:8px;background:var(--f-tint);font-size:.78125rem;font-weight:560;letter-spacing:-.002em;line-height:1.5;white-space:nowrap}
.first-next{background:var(--f-next-tint);color:var(--f-next)}
.first-done{background:var(--f-done-tint);color:var(--f-done)}
.first-page h1{${type('h1')};margin-top:12px;overflow-wrap:anywhere}
.first-channel{margin-top:16px;display:flex;align-items:center;gap:12px;min-height:36px}
.first-channel a{font-size:15px;font-weight:560}
.first-channel :is(img,.first-blank){width:36px;height:36px;border-radius:50%;object-fit:cover;background:var(--f-tint)}
.first-page p{${type('subtitle1')};margin-top:24px;max-width:680px;color:var(--f-soft)}
.first-offer{display:none}
@media (min-width:600px){.first-go a{flex:0 0 auto}}
@media (min-width:960px){
.first header{height:73px}
.first-home header{height:72px}
.first-hero{min-height:580px}
.first-hero :is(img,.first-blank){width:86%;height:100%;margin-left:14%;object-position:50% 20%}
.first-hero .first-wide :is(img,.first-blank){width:100%;margin-left:0}
.first-shade{background-image:var(--f-desk)}
.first-hero .first-words,.first-hero .first-several{padding-bottom:64px;max-width:600px}
.first-hero .first-chosen{max-width:680px}
.first-shelf{margin-top:56px;grid-auto-columns:30.5%;gap:20px}
.first-page{padding-top:32px}
.first-crumbs{display:flex;flex-wrap:wrap;gap:0 6px;height:1.6em;font-size:.8125rem;margin-bottom:16px}
.first-crumbs>*{max-width:60ch;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.first-crumbs a{font-weight:450}
.first-grid{column-gap:32px;grid-template-columns:minmax(0,1fr) 320px}
.first-page .first-art{border-radius:20px}
.first-page .first-words{margin-top:32px}
.first-offer{display:block;height:340px;border-radius:20px;background:var(--f-tint)}
}
@media (min-width:1280px){
.first-hero{min-height:660px}
.first-shelf{grid-auto-columns:23.4%}
.first-hero .first-words{max-width:700px}
.first-hero .first-chosen{max-width:780px}
.first-grid{column-gap:56px;grid-template-columns:minmax(0,1fr) 380px}
}
html{scrollbar-width:${scrollbar}}
html[data-first] main>*{animation:none!important}
`
