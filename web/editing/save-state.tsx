/**
 * The state of the last save, always visible. Only trouble is announced to screen readers: hearing every "Saved" would
 * be a nuisance. `calm` shows while `trouble` is empty.
 */
export function SaveState({ trouble, calm }: { trouble: string; calm: string }) {
  return (
    <>
      <p className={trouble ? 'save-state save-state-trouble' : 'save-state'}>{trouble || calm}</p>
      <p className="sr-only" role="alert">
        {trouble}
      </p>
    </>
  )
}
