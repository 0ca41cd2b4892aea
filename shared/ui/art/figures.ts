/* oxlint-disable max-params -- drawing helpers take coordinates in a row; names for each would hide the shape */
import { circle, group, path, stroke, times } from './svg.ts'
import type { Random } from './random.ts'

/**
 * Silhouettes built from strokes with round caps: limbs read as limbs at any size and nobody in particular is depicted.
 * Every figure stands on (0,0) and is about 400 units tall.
 */
export type Pose = 'singer' | 'guitar' | 'bass' | 'keys' | 'dancer' | 'speaker'

export function figure(pose: Pose, color: string, look: 'loose' | 'tied' | 'hat' = 'loose'): string {
  const limb = (d: string, w: number) => stroke(d, color, w)
  /** A limb that narrows from w1 to w2: thighs and forearms are never tubes. */
  const taper = (x1: number, y1: number, w1: number, x2: number, y2: number, w2: number) => {
    const length = Math.hypot(x2 - x1, y2 - y1)
    const [nx, ny] = [-(y2 - y1) / length, (x2 - x1) / length]
    return (
      path(
        `M${x1 + nx * w1} ${y1 + ny * w1}L${x2 + nx * w2} ${y2 + ny * w2}L${x2 - nx * w2} ${y2 - ny * w2}L${x1 - nx * w1} ${y1 - ny * w1}Z`,
        color,
      ) +
      circle(x1, y1, w1, color) +
      circle(x2, y2, w2, color)
    )
  }
  const arm = (...[sx, sy, ex, ey, hx, hy]: [number, number, number, number, number, number]) =>
    taper(sx, sy, 13, ex, ey, 9.5) + taper(ex, ey, 9.5, hx, hy, 6.5) + circle(hx, hy, 9, color)
  const skull =
    `<ellipse cx="2" cy="-356" rx="20" ry="26" fill="${color}" transform="rotate(6 2 -356)"/>` + path('M-9-340L-12-306H14L12-338Z', color)
  const hair = {
    loose: path('M-24-340C-32-384-8-392 6-388C28-386 30-360 22-346C20-362 6-372-6-368C-14-356-8-330-20-314C-32-320-28-330-24-340Z', color),
    tied: circle(-17, -382, 12, color) + path('M-20-346C-26-384 2-390 14-384C28-376 24-362 22-354C10-374-8-372-20-346Z', color),
    hat: path('M-42-370C-20-380 22-382 44-372L26-368L22-398C8-406-10-406-20-396L-22-368Z', color),
  }[look]
  const torso = path(
    'M-12-312C-30-306-50-300-52-284C-52-252-40-226-38-198C-38-184-44-170-44-158H42C40-174 36-186 37-200C40-228 52-254 52-284C50-300 30-306 14-312Z',
    color,
  )
  const legs =
    taper(-22, -166, 22, -32, -92, 15) +
    taper(-32, -92, 15, -38, -14, 9) +
    taper(20, -166, 22, 40, -96, 15) +
    taper(40, -96, 15, 36, -14, 9) +
    path('M-62 0H-26C-24-10-28-18-40-18C-48-16-60-10-62 0ZM26 0H66C64-10 52-16 44-18C32-18 26-10 26 0Z', color)
  const body = skull + hair + torso
  switch (pose) {
    case 'singer':
      return (
        body +
        legs +
        arm(-44, -290, -70, -238, -4, -318) +
        arm(44, -290, 92, -258, 128, -312) +
        limb('M2-326L-10-308', 9) +
        limb('M4-318V-4M-22-2H30', 4)
      )
    case 'guitar':
    case 'bass':
      return (
        body +
        legs +
        group(
          'transform="rotate(-14 0 -200)"',
          path('M-92-214C-98-252-52-262-28-238C-8-222 18-248 40-230C62-212 54-166 28-164C6-164-8-180-28-174C-54-162-86-180-92-214Z', color),
          limb('M36-200H172', 9),
          path('M168-212L206-206V-194L168-190Z', color),
        ) +
        arm(-44, -290, -84, -236, -30, -194) +
        arm(44, -290, 98, -256, 126, -228)
      )
    case 'keys':
      return (
        body +
        legs +
        arm(-44, -290, -66, -228, -98, -202) +
        arm(44, -290, 64, -230, 96, -202) +
        path('M-160-196H160V-178H-160Z', color) +
        limb('M-118-182L-64-4M118-182L64-4', 6)
      )
    case 'dancer':
      return (
        body +
        arm(-44, -290, -104, -336, -84, -404) +
        arm(44, -290, 104, -306, 170, -350) +
        path('M-40-196C-84-96-132-52-168-14C-120-2-60 2-10-2C30-4 62 0 92-12C74-70 58-130 38-196Z', color)
      )
    default:
      return body + legs + arm(-44, -290, -64, -226, -22, -212) + arm(44, -290, 90, -256, 122, -298)
  }
}

/** A singer's profile beside a microphone, on a 1000-unit square: the close-up of every concert film. */
export function profile(color: string): string {
  const head = path(
    'M300 1010C318 880 392 830 396 742C398 700 352 668 330 600C270 470 300 300 430 238C520 196 622 220 660 290C676 322 678 352 682 378C688 404 710 436 728 470C734 484 726 494 706 498C700 510 708 518 716 526L690 546C704 556 712 562 708 578C704 590 700 598 704 616C708 648 676 668 640 664C606 660 584 668 576 700C566 760 610 792 700 826C800 862 862 920 880 1010Z',
    color,
  )
  const hair = path(
    'M690 320C660 300 600 300 560 330C540 372 560 420 530 470C510 520 520 560 470 620C440 700 460 760 420 850C380 930 300 960 210 940C270 880 250 800 262 720C230 560 210 380 320 270C420 170 600 160 690 320Z',
    color,
  )
  const microphone = circle(770, 552, 44, color) + path('M772 590L812 568L900 752L866 772Z', color)
  const hand = path(
    'M822 690C800 700 792 730 812 752C830 800 846 860 850 1010H1000C990 900 960 800 920 734C900 690 850 676 822 690Z',
    color,
  )
  return head + hair + microphone + hand
}

/** Heads, raised hands and the odd telephone, as seen from the back of the hall. */
export function crowd(random: Random, width: number, baseline: number, color: string, spark: string, scale = 1): string {
  return times(Math.ceil(width / (34 * scale)), (i) => {
    const x = i * 34 * scale + random.between(-9, 9) * scale
    const y = baseline + random.between(-20, 24) * scale
    const r = random.between(17, 24) * scale
    const body =
      circle(x, y, r, color) +
      path(`M${x - r * 1.9} ${y + 130 * scale}C${x - r * 1.9} ${y + r} ${x + r * 1.9} ${y + r} ${x + r * 1.9} ${y + 130 * scale}Z`, color)
    if (random() > 0.24) return body
    const lean = random.between(-22, 22) * scale
    const reach = random.between(40, 92) * scale
    const arm = stroke(
      `M${x + r} ${y + 34 * scale}Q${x + r + 14 * scale} ${y - reach * 0.3} ${x + r + lean} ${y - reach}`,
      color,
      8.5 * scale,
    )
    const phone =
      random() > 0.72
        ? `<rect x="${x + r + lean - 8 * scale}" y="${y - reach - 26 * scale}" width="${15 * scale}" height="${27 * scale}" rx="3" fill="${spark}" opacity=".85"/>`
        : stroke(
            `M${x + r + lean} ${y - reach}l${-4 * scale} ${-13 * scale}m${4 * scale} ${13 * scale}l${3 * scale} ${-14 * scale}`,
            color,
            5 * scale,
          )
    return body + arm + phone
  })
}

export type Hair = 'short' | 'long' | 'bun' | 'curly' | 'bob' | 'shaved' | 'quiff'

/** Head and shoulders on a 1000-unit square, in four tones of one hue: an editorial duotone rather than a cartoon. */
export function bust(hair: Hair, tone: { skin: string; shade: string; hair: string; cloth: string; rim: string }, collar: number): string {
  const skull = 'M500 236C612 236 656 318 652 418C648 520 590 610 500 612C410 610 352 520 348 418C344 318 388 236 500 236Z'
  const back: Record<Hair, string> = {
    long: path('M312 420C296 232 402 168 504 168C624 168 708 240 690 430C684 560 716 660 738 760H262C292 660 318 540 312 420Z', tone.hair),
    bob: path('M316 430C298 240 402 174 504 174C620 174 704 244 686 430C682 520 690 570 690 610H310C312 560 320 500 316 430Z', tone.hair),
    curly: times(15, (i) => {
      const a = Math.PI * (0.92 + (i / 14) * 1.16)
      return circle(500 + Math.cos(a) * 172, 396 + Math.sin(a) * 184, 74, tone.hair)
    }),
    bun: circle(500, 168, 78, tone.hair),
    short: '',
    shaved: '',
    quiff: '',
  }
  const front: Record<Hair, string> = {
    long: path('M346 440C334 330 372 262 470 262C560 268 632 300 654 440C684 330 640 200 500 198C366 200 316 330 346 440Z', tone.hair),
    bob: path('M340 448C330 320 380 300 520 316C590 322 640 350 660 450C690 320 650 196 500 194C352 196 310 330 340 448Z', tone.hair),
    curly: times(7, (i) => circle(368 + i * 44, 268 - Math.sin((i / 6) * Math.PI) * 40, 60, tone.hair)),
    bun: path('M344 430C340 320 384 288 500 284C616 288 660 320 656 430C680 300 640 204 500 202C360 204 320 300 344 430Z', tone.hair),
    short: path(
      'M344 424C340 352 366 320 410 300C480 322 580 318 622 300C650 330 660 370 656 424C690 300 640 190 500 190C366 190 312 300 344 424Z',
      tone.hair,
    ),
    quiff: path(
      'M346 410C346 350 372 322 400 306C470 318 600 300 640 232C668 300 664 352 656 410C706 300 690 190 600 176C470 140 300 220 346 410Z',
      tone.hair,
    ),
    shaved: path(
      'M350 380C352 290 400 226 500 226C600 226 648 290 650 380C628 300 580 262 500 262C420 262 372 300 350 380Z',
      tone.hair,
      'opacity=".7"',
    ),
  }
  const neck = path('M418 560H582V676C582 736 418 736 418 676Z', tone.shade)
  const shoulders = path('M96 1010C104 816 236 742 402 700C430 760 570 760 598 700C764 742 896 816 904 1010Z', tone.cloth)
  const lapel =
    collar > 0.5
      ? path('M402 700L500 880L598 700L640 716L520 1010H480L360 716Z', tone.shade, 'opacity=".55"')
      : stroke('M396 706C430 790 570 790 604 706', tone.shade, 22, 'opacity=".6"')
  const face =
    path(skull, tone.skin) +
    path('M500 236C612 236 656 318 652 418C648 520 590 610 500 612C560 540 586 420 500 236Z', tone.shade, 'opacity=".5"')
  return (
    back[hair] +
    shoulders +
    lapel +
    neck +
    face +
    front[hair] +
    stroke('M112 960C134 836 250 770 384 730', tone.rim, 8, 'opacity=".55"') +
    stroke('M354 470C364 534 396 578 436 600', tone.rim, 6, 'opacity=".5"')
  )
}
