/** Marks the place of a screen, or a part of one, whose code is being loaded */
export const waitingMark = 'data-waiting'

export const Waiting = () => (
  <p className="admin-page" {...{ [waitingMark]: '' }}>
    Loading...
  </p>
)
