import type { ComponentType } from 'react'
import { lazyPart } from '../ui/lazy-part.tsx'

/** Marks the place of a screen, or a part of one, whose code is being loaded */
export const waitingMark = 'data-waiting'

const waiting = (
  <p className="admin-page" {...{ [waitingMark]: '' }}>
    Loading...
  </p>
)

/** A screen, or a tab of one, whose code is loaded when it is opened first */
export const lazyScreen = <Name extends string, Module extends { [Key in Name]: ComponentType<never> }>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] => lazyPart(load, name, waiting)
