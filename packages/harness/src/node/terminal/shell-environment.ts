/** What a command may see of the environment: enough to work, nothing that is likely a secret. */
const passed =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TEMP|TMP|PWD|XDG_\w+|NVM_DIR|NODE_VERSION|JAVA_HOME|GOPATH|GOROOT|GOCACHE|CARGO_HOME|RUSTUP_HOME|VIRTUAL_ENV|CONDA_PREFIX|PYENV_ROOT|RBENV_ROOT|GEM_HOME|DOTNET_ROOT|ANDROID_HOME|SystemRoot|SystemDrive|ComSpec|PATHEXT|WINDIR|APPDATA|LOCALAPPDATA|USERPROFILE|ProgramFiles\S*|ProgramData)$/i

/** Programs that would wait for a person get an answer of their own: nothing. */
const quiet: Readonly<Record<string, string>> = {
  CI: '1',
  DEBIAN_FRONTEND: 'noninteractive',
  EDITOR: 'true',
  GIT_ASKPASS: 'true',
  GIT_EDITOR: 'true',
  GIT_PAGER: 'cat',
  GIT_SEQUENCE_EDITOR: 'true',
  GIT_SSH_COMMAND: 'ssh -o BatchMode=yes',
  GIT_TERMINAL_PROMPT: '0',
  LESS: '-FRX',
  MANPAGER: 'cat',
  NO_COLOR: '1',
  PAGER: 'cat',
  SSH_ASKPASS: 'true',
  SSH_ASKPASS_REQUIRE: 'never',
  TERM: 'dumb',
  VISUAL: 'true',
}

export type EnvironmentOption = 'inherit' | Readonly<Record<string, string>>

/**
 * The environment of a command. By default the usual variables without those of services and keys; a record
 * adds to them, `inherit` passes all of the host's.
 */
export function shellEnvironment(
  option: EnvironmentOption | undefined,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const own = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && (option === 'inherit' || passed.test(entry[0])),
  )
  return {
    ...Object.fromEntries(own),
    ...quiet,
    ...(typeof option === 'object' ? option : {}),
    ...more,
  }
}
