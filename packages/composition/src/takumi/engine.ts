import { CompositionError } from '../errors'
import type { ImageNode } from '../print/image-nodes'
import type { ImageFont } from './default-fonts'

/** What is used of `@takumi-rs/core`, by shape: the package is an optional peer. */
export interface Engine {
  render(node: ImageNode, options: EngineOptions): Promise<Uint8Array>
  renderSvg(node: ImageNode, options: EngineOptions): Promise<string>
  measure(node: ImageNode, options: EngineOptions): Promise<MeasuredNode>
}

export interface EngineOptions {
  /** Device pixels. */
  width?: number
  height?: number
  css?: string[]
  fonts?: ImageFont[]
  images?: { src: string; data: Uint8Array }[]
  format?: 'png' | 'webp'
  quality?: number
  lossless?: boolean
  devicePixelRatio?: number
}

/** A laid out node: position in the last two numbers of `transform`, text lines as runs. */
export interface MeasuredNode {
  width: number
  height: number
  transform: [number, number, number, number, number, number]
  children: MeasuredNode[]
  runs: { text: string; x: number; y: number; width: number; height: number }[]
}

/** Loads Takumi; rejects with MISSING_PEER saying what to install. */
export async function loadEngine(): Promise<Engine> {
  const { Renderer } = await import('@takumi-rs/core').catch(missingPeer('@takumi-rs/core'))
  // Structurally an Engine; the peer's own types name nodes by another name.
  return new Renderer() as unknown as Engine
}

/**
 * The `catch` of an optional peer's import: a missing one is told with the command that adds it. A bundler lets an
 * import stand that says so itself, even when it cannot find the package.
 */
export function missingPeer(name: string): (thrown: unknown) => never {
  return (thrown) => {
    if ((thrown as { code?: unknown } | null)?.code !== 'ERR_MODULE_NOT_FOUND') throw thrown
    throw new CompositionError('MISSING_PEER', `This format needs ${name}: npm install ${name}`)
  }
}
