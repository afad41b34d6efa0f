import { lazyDialog } from '../../../../core/web/ui/lazy-part.tsx'

/** The dialog for choosing pictures, whose code is loaded when it is opened first */
export const PictureDialog = lazyDialog(() => import('./picture-dialog.tsx'), 'PictureDialog')
