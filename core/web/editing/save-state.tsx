/**
 * Shows the state of the last save: `trouble`, or `calm` if there is no trouble. Only trouble is announced to screen
 * readers, because announcing every "Saved" would disturb the user.
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
