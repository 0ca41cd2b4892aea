/** The same mark that index.html shows, until the first screen is there. */
export function Splash() {
  return (
    <div className="splash" role="img" aria-label="e-events">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <rect width="24" height="24" rx="7" fill="#df3e3d" />
        <path d="M7.2 12.4h9.4a4.7 4.7 0 1 0-1.5 3.3" fill="none" stroke="#fff" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
    </div>
  )
}
