import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useEffectEvent } from 'react'
import { showToast } from './toast.ts'

/**
 * A component of a module that is loaded when it is rendered first; until then, `waiting` is shown. It waits in a
 * boundary of its own: in a shared one, React would keep what was shown before, hidden and still loading its data.
 */
export function lazyPart<Name extends string, Module extends { [Key in Name]: ComponentType<never> }>(
  load: () => Promise<Module>,
  name: Name,
  waiting?: ReactNode,
): Module[Name] {
  // React does not know the props, which differ from part to part.
  const Part = lazy(async () => ({ default: (await load())[name] as unknown as ComponentType }))
  const withBoundary = (props: object) => (
    <Suspense fallback={waiting}>
      <Part {...props} />
    </Suspense>
  )
  return withBoundary as unknown as Module[Name]
}

/**
 * The same for a dialog. If its code cannot be loaded, a toast says so, and the dialog closes: the page around it may
 * have unsaved text.
 */
export const lazyDialog = <Name extends string, Module extends { [Key in Name]: ComponentType<never> }>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] => lazyPart(() => load().catch(() => ({ [name]: NotLoaded }) as unknown as Module), name)

function NotLoaded({ onClose }: { onClose: () => void }) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    // After a failed import, browsers do not request the module again until the page is reloaded.
    showToast({
      title: 'This couldn’t be opened.',
      description: 'Check your connection and save your work, then reload the page.',
      tone: 'destructive',
      stays: true,
    })
    // Not during the effect, because some callers render at once when they close.
    queueMicrotask(() => close())
  }, [])
  return null
}
