/** Programs that run other programs or code given as an argument: a rule with `*` never covers them. */
const interpreters = new Set(
  `. ash at awk batch bash bun bunx busybox builtin chroot cmd command crontab csh dash deno
  docker doas ed emacs entr env eval ex exec expect fish flock gawk gdb ghci ionice irb java jshell
  julia kubectl ksh less lua make man mawk more nano nawk nice nohup node nsenter npx osascript
  parallel perl php pipx pkexec pnpx podman powershell psql pwsh python rlwrap rsync ruby runuser scala
  scp screen script sed setsid sh source sqlite3 ssh stdbuf strace su sudo swift systemd-run taskset tclsh
  tcsh time timeout tmux toybox trap ts-node tsx unshare uvx vi vim view vimdiff watch wish xargs
  xonsh zsh`.split(/\s+/),
)

/** The same program with a version: `python3.12`, `node20`. */
const versioned = /^(python|pypy|node|ruby|perl|php|lua|java|julia|pwsh|tclsh|guile)[\d.]*$/

export function isInterpreter(program: string): boolean {
  const name = (program.split(/[\\/]/).pop() ?? '').toLowerCase().replace(/\.(?:exe|cmd|bat)$/, '')
  return interpreters.has(name) || versioned.test(name)
}

/** Arguments by which a program runs code or writes where it likes: not covered by the `*` of a rule. */
const riskyArguments: Readonly<Record<string, RegExp>> = {
  cargo: /^(?:install|--config.*)$/,
  curl: /^(?:-[A-Za-z]*[oOKT].*|--output.*|--config.*|--upload-file.*|--create-dirs)$/,
  fd: /^(?:-x.*|-X.*|--exec.*)$/,
  find: /^-(?:exec|execdir|ok|okdir|delete|fprint\d*|fprintf|fls)$/,
  git: /^(?:-c.*|-O.*|-x|--config-env.*|--exec.*|--exec-path.*|--ext-diff|--textconv|--open-files-in-pager.*|--output.*|--receive-pack.*|--upload-pack.*|--template.*|ext::.*|bisect|config|difftool|filter-branch|foreach|hook|mergetool|send-email|instaweb|daemon)$/,
  go: /^(?:generate|run|tool|-exec.*|-toolexec.*)$/,
  npm: /^(?:create|exec|init|x|explore|--script-shell.*|--node-options.*)$/,
  pip: /^(?:config|install|download)$/,
  pnpm: /^(?:create|dlx|exec|--shell-mode|--script-shell.*)$/,
  rg: /^(?:--pre.*|--hostname-bin.*|--search-zip|-z)$/,
  sort: /^(?:-o.*|--output.*|--compress-program.*)$/,
  tar: /^(?:-I.*|-F.*|--checkpoint-action.*|--info-script.*|--new-volume-script.*|--rmt-command.*|--rsh-command.*|--to-command.*|--use-compress-program.*)$/,
  tree: /^(?:-o.*)$/,
  uv: /^(?:run|tool|pip)$/,
  wget: /^(?:-O.*|--output-document.*|--use-askpass.*|-e.*|--execute.*|--config.*)$/,
  yarn: /^(?:create|dlx|exec|node)$/,
  zip: /^(?:-T.*|-TT.*|--unzip-command.*)$/,
}

export function isRiskyArgument(program: string, argument: string): boolean {
  const name = (program.split('/').pop() ?? '').toLowerCase()
  return riskyArguments[name]?.test(argument) ?? false
}
