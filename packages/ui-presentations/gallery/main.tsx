import { createRoot } from 'react-dom/client'
import { Gallery } from './gallery'
import { handle } from './live'

Object.assign(window, { gallery: handle })
const root = document.getElementById('root')
if (root) createRoot(root).render(<Gallery parameters={new URLSearchParams(location.search)} />)
