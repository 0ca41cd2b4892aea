import { useEffect, useRef, useState } from 'react'

const pauseMs = 300

/**
 * Text of a field whose value stands elsewhere (the address): handed over once typing pauses; another value from
 * outside (Back, a cleared filter) takes its place.
 */
export function useTypedText(value: string, onPause: (text: string) => void): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(value)
  const [shownFor, setShownFor] = useState(value)
  if (value !== shownFor) {
    setShownFor(value)
    if (value !== text.trim()) setText(value)
  }
  const latest = useRef(onPause)
  useEffect(() => {
    latest.current = onPause
  })
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === value) return undefined
    const timer = setTimeout(() => latest.current(wanted), pauseMs)
    return () => clearTimeout(timer)
  }, [text, value])
  return [text, setText]
}
