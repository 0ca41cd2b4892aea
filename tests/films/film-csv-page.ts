import type { Film, scenes } from './film-csv-words.ts'

type Scenes = typeof scenes

/** One page that can show any moment of the film: `draw(sec)`. */
export function filmPage(film: Film, list: Scenes): string {
  return `<!doctype html><meta charset="utf-8"><style>${style}</style><div id="stage"></div><div id="caption"></div><svg id="pointer" viewBox="0 0 24 24"><path d="M4 2l16 11-7 1.4L9.6 21z" fill="#14141a" stroke="#fff" stroke-width="1.6"/></svg>
<script>const film=${JSON.stringify(film)};const scenes=${JSON.stringify(list)};(${player.toString()})(film,scenes)</script>`
}

const style = `
*{box-sizing:border-box;margin:0}body{width:1280px;height:720px;overflow:hidden;background:#f4f4f6;font:20px/1.4 Inter,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;color:#17171c}
#stage{position:absolute;inset:0 0 96px}#caption{position:absolute;left:0;right:0;bottom:0;height:96px;background:#17171c;color:#fff;display:flex;align-items:center;justify-content:center;font-size:27px;padding:0 64px;text-align:center}
#pointer{position:absolute;width:34px;filter:drop-shadow(0 2px 3px rgba(0,0,0,.35))}
.window{position:absolute;left:110px;top:44px;width:1060px;height:540px;background:#fff;border-radius:16px;box-shadow:0 12px 40px rgba(20,20,30,.14);overflow:hidden}
.bar{height:58px;display:flex;align-items:center;padding:0 24px;font-weight:640;border-bottom:1px solid #e6e6ea;gap:28px}.bar .right{margin-left:auto}
.button{padding:9px 18px;border-radius:9px;background:#cc2f2e;color:#fff;font-weight:600;font-size:18px}.button.plain{background:#ececef;color:#17171c}.button.down{filter:brightness(.82)}
.row{display:grid;grid-template-columns:220px 1fr 180px;border-bottom:1px solid #eee;padding:17px 24px}.row.head{color:#666;font-size:17px}.row :last-child{text-align:right}
.tab{font-weight:500;color:#555;font-size:18px;padding:6px 4px;border-bottom:3px solid transparent}.tab.on{color:#0f6b3a;border-color:#0f6b3a}
.ribbon{height:74px;background:#f7f7f8;border-bottom:1px solid #e6e6ea;display:flex;align-items:center;gap:14px;padding:0 24px}.tool{padding:12px 18px;border-radius:9px;font-size:18px;border:1px solid transparent}.tool.hot{border-color:#0f6b3a;background:#e5f3ea}
.grid{display:grid;grid-template-columns:52px repeat(4,1fr);font-size:18px}.grid div{border-right:1px solid #e6e6ea;border-bottom:1px solid #e6e6ea;padding:9px 12px;height:44px;white-space:nowrap;overflow:visible}.grid .frame{background:#f3f3f5;color:#777;text-align:center}
.dialog{position:absolute;left:230px;top:96px;width:820px;background:#fff;border-radius:16px;box-shadow:0 24px 80px rgba(20,20,30,.34);padding:26px 30px}
.dialog h2{font-size:23px;margin-bottom:18px}.fields{display:flex;gap:22px;margin-bottom:20px}.field{flex:1}.field small{display:block;color:#666;font-size:16px;margin-bottom:6px}.select{border:1.5px solid #cfcfd6;border-radius:9px;padding:10px 14px;font-size:18px;display:flex;justify-content:space-between}.select.hot{border-color:#2a5bd0;box-shadow:0 0 0 3px #dfe8fb}
.preview{border:1px solid #e6e6ea;border-radius:9px;overflow:hidden}.preview .line{display:grid;border-bottom:1px solid #eee;font-size:18px}.preview .line span{padding:9px 14px;border-right:1px solid #eee;white-space:nowrap}.actions{display:flex;justify-content:flex-end;gap:12px;margin-top:20px}
.bad{color:#c62828}.good{color:#0f6b3a}.mark{position:absolute;right:40px;top:150px;font-size:90px}
.title{position:absolute;inset:0;background:linear-gradient(120deg,#17171c,#3a1a2c);color:#fff;display:flex;flex-direction:column;justify-content:center;padding-left:120px}.title b{font-size:70px;letter-spacing:-.02em}.title span{font-size:26px;opacity:.75;margin-bottom:12px}
.icon{position:absolute;left:500px;top:210px;width:280px;text-align:center}.icon i{display:block;width:120px;height:150px;margin:0 auto 14px;border-radius:12px;background:#fff;border:2px solid #0f6b3a;color:#0f6b3a;font:700 30px/150px sans-serif}`

/** Runs in the page. */
function player(film: Film, list: Scenes): void {
  const w = film.words
  const stage = document.getElementById('stage')!
  const caption = document.getElementById('caption')!
  const pointer = document.getElementById('pointer')!
  const lines = [w.head, ...w.rows]
  // UTF-8 as a program reads it that expects Windows-1252.
  const broken = (text: string) =>
    [...new TextEncoder().encode(text)].map((byte) => (byte === 0x82 ? '‚' : byte === 0xac ? '¬' : String.fromCharCode(byte))).join('')
  const letters = ['', 'A', 'B', 'C', 'D']
  const sheet = (cells: (row: number, column: number) => string, tab: string, tool = '') =>
    `<div class="window"><div class="bar"><span>${w.sheet}</span>${w.tabs.map((name) => `<span class="tab ${name === tab ? 'on' : ''}">${name}</span>`).join('')}</div>
    <div class="ribbon">${tab === w.data ? `<span class="tool ${tool}">${w.fromText}</span>` : ''}</div>
    <div class="grid">${letters.map((letter) => `<div class="frame">${letter}</div>`).join('')}${[0, 1, 2, 3, 4, 5, 6].map((row) => `<div class="frame">${row + 1}</div>${[0, 1, 2, 3].map((column) => `<div>${cells(row, column)}</div>`).join('')}`).join('')}</div></div>`
  const dialog = (utf8: boolean, split: boolean, hot: string) => {
    const text = (value: string) => (utf8 ? value : `<span class="bad">${broken(value)}</span>`)
    const preview = lines
      .map(
        (line) =>
          `<div class="line" style="grid-template-columns:${split ? '180px 1fr 150px' : '1fr'}">${split ? line.map((cell) => `<span>${text(cell)}</span>`).join('') : `<span>${text(line.join(';'))}</span>`}</div>`,
      )
      .join('')
    return `<div class="dialog"><h2>${w.file}</h2><div class="fields">
      <div class="field"><small>${w.origin}</small><div class="select ${hot === 'origin' ? 'hot' : ''}">${utf8 ? w.originRight : w.originWrong}<span>▾</span></div></div>
      <div class="field"><small>${w.delimiter}</small><div class="select ${hot === 'delimiter' ? 'hot' : ''}">${split ? w.semicolon : w.comma}<span>▾</span></div></div></div>
      <div class="preview">${preview}</div><div class="actions"><span class="button plain">${w.cancel}</span><span class="button ${hot === 'load' ? 'down' : ''}" style="background:#0f6b3a">${w.load}</span></div></div>`
  }
  const nothing = () => ''
  const move = (from: [number, number], to: [number, number], at: number) => {
    const share = Math.min(1, Math.max(0, at / 1.3))
    const eased = share < 0.5 ? 2 * share * share : 1 - (-2 * share + 2) ** 2 / 2
    pointer.style.display = 'block'
    pointer.style.left = `${from[0] + (to[0] - from[0]) * eased}px`
    pointer.style.top = `${from[1] + (to[1] - from[1]) * eased}px`
  }
  const draws: Record<string, (at: number) => string> = {
    title: () => `<div class="title"><span>${w.brand}</span><b>${w.title}</b></div>`,
    download: (at) => {
      move([640, 480], [1060, 84], at - 0.6)
      const row = (line: readonly string[], head = false) =>
        `<div class="row ${head ? 'head' : ''}">${line.map((cell) => `<span>${cell}</span>`).join('')}</div>`
      return `<div class="window"><div class="bar"><span>${w.sales}</span><span class="button right ${at > 2.2 && at < 2.7 ? 'down' : ''}">${w.download}</span></div>${row(w.head, true)}${w.rows.map((line) => row(line)).join('')}${at > 2.8 ? `<div style="position:absolute;left:24px;bottom:24px;background:#17171c;color:#fff;border-radius:10px;padding:14px 20px">✓ ${w.file}</div>` : ''}</div>`
    },
    wrong: (at) => {
      if (at < 1.8) {
        move([520, 500], [640, 300], at)
        return `<div class="icon"><i>CSV</i>${w.file}</div>`
      }
      pointer.style.display = 'none'
      return `${sheet((row, column) => (column === 0 && lines[row] ? `<span class="bad">${broken(lines[row].join(';'))}</span>` : ''), w.tabs[0]!)}<div class="mark bad">✗</div>`
    },
    menu: (at) => {
      move([400, 420], at < 2.6 ? [610, 74] : [210, 144], at < 2.6 ? at - 0.4 : at - 2.6)
      return sheet(nothing, at < 2.1 ? w.tabs[0]! : w.data, at > 3.6 ? 'hot' : '')
    },
    file: (at) => {
      move([210, 144], [640, 300], at - 0.2)
      return `${sheet(nothing, w.data)}<div class="dialog" style="left:390px;width:500px;height:330px;text-align:center"><div class="icon" style="left:110px;top:60px;${at > 1.6 ? 'background:#e4ecfb;border-radius:12px' : ''};padding:14px 0"><i>CSV</i>${w.file}</div></div>`
    },
    origin: (at) => {
      move([640, 300], [500, 212], at - 0.4)
      return `${sheet(nothing, w.data)}${dialog(at > 2.6, false, at > 1.4 && at < 3.4 ? 'origin' : '')}`
    },
    delimiter: (at) => {
      move([500, 212], [880, 212], at - 0.4)
      return `${sheet(nothing, w.data)}${dialog(true, at > 2.6, at > 1.4 && at < 3.4 ? 'delimiter' : '')}`
    },
    load: (at) => {
      move([880, 212], [1000, 505], at - 0.3)
      return `${sheet(nothing, w.data)}${dialog(true, true, at > 2 ? 'load' : '')}`
    },
    done: () => {
      pointer.style.display = 'none'
      return `${sheet((row, column) => lines[row]?.[column] ?? '', w.data)}<div class="mark good">✓</div>`
    },
  }
  ;(globalThis as unknown as { draw(at: number): void }).draw = (at) => {
    let start = 0
    const scene = list.find(({ sec }) => at < (start += sec)) ?? list[list.length - 1]!
    pointer.style.display = 'none'
    stage.innerHTML = draws[scene.id]!(at - (start - scene.sec))
    caption.textContent = film.captions[scene.id]
    caption.style.display = scene.id === 'title' ? 'none' : 'flex'
  }
}
