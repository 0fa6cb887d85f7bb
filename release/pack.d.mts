export interface Packed {
  /** The folder below packages/. */
  name: string
  tarball: string
  unpacked: string
}

/** Builds and packs every published package of the repository `root` below `folder`. */
export function packAll(root: string, folder: string): Promise<Packed[]>
