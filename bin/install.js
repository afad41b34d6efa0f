// Installs the packages if needed. An image does this before it copies the sources, so that the layer can be reused.
import { ensureInstalled } from './prepare.js'

ensureInstalled()
