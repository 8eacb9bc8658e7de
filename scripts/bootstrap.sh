#!/bin/sh
# Finds or installs what everything here runs on, and exports BUN, the path of a Bun that is new enough.
# Sourced by the other scripts, which set `root` first; run directly it only prepares the checkout.
#
#   1. Bun on PATH, when it is at least the pinned major.minor (package.json, `packageManager`);
#   2. else the pinned Bun below .bun/, installed there with npm when it is missing (Node 20 or newer);
#   3. then the dependencies, when node_modules/ is not what bun.lock says.
#
# Quiet on success. With everything in place it starts no package manager, takes no lock and needs no network.

if [ -z "${root:-}" ]; then
  root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
fi
boot_pinned=$(sed -n 's/.*"packageManager": *"bun@\([0-9.]*\)".*/\1/p' "$root/package.json")
boot_lock=$root/.bootstrap.lock
# A fifth of a second each, ten minutes in all.
boot_most_tries=3000

boot_fail() {
  printf 'fairlead: %s\n' "$1" >&2
  exit 1
}

# $1 at least the pinned version, by major and minor.
boot_new_enough() {
  boot_have=${1%%-*}
  case $boot_have in [0-9]*.[0-9]*) ;; *) return 1 ;; esac
  boot_have_minor=${boot_have#*.}
  boot_want_minor=${boot_pinned#*.}
  [ "${boot_have%%.*}" -gt "${boot_pinned%%.*}" ] && return 0
  [ "${boot_have%%.*}" -eq "${boot_pinned%%.*}" ] && [ "${boot_have_minor%%.*}" -ge "${boot_want_minor%%.*}" ]
}

# Sets BUN, or fails when there is none yet.
boot_find_bun() {
  BUN=$(command -v bun 2>/dev/null) || BUN=
  case $BUN in
    /*) if boot_new_enough "$("$BUN" --version 2>/dev/null)"; then return 0; fi ;;
  esac
  # npm's package `bun` is only a starter; the program is in the package of its platform, of which libc decides.
  for BUN in "$root/.bun/$boot_pinned"/node_modules/@oven/bun-*/bin/bun; do
    if [ "$("$BUN" --version 2>/dev/null)" = "$boot_pinned" ]; then return 0; fi
  done
  BUN=
  return 1
}

boot_install_bun() {
  command -v node >/dev/null 2>&1 || boot_fail \
    "needs Bun ${boot_pinned%.*} or newer, or Node 20 or newer with npm: found neither on PATH."
  boot_node=$(node -p 'process.versions.node.split(".")[0]' 2>/dev/null) || boot_node=0
  [ "$boot_node" -ge 20 ] || boot_fail "needs Node 20 or newer to install Bun $boot_pinned, found $(node --version)."
  command -v npm >/dev/null 2>&1 || boot_fail \
    "needs npm to install Bun $boot_pinned: Node is on PATH, npm is not."
  boot_new=$root/.bun/new-$$
  mkdir -p "$boot_new" || boot_fail "cannot write to $root/.bun."
  printf '{"private":true}\n' >"$boot_new/package.json"
  if ! (cd "$boot_new" && npm install --ignore-scripts --no-audit --no-fund --no-package-lock --no-save \
    "bun@$boot_pinned") >"$boot_new/log" 2>&1; then
    boot_explain "$boot_new/log" "npm could not install Bun $boot_pinned"
    rm -rf "$boot_new"
    exit 1
  fi
  rm -rf "$root/.bun/$boot_pinned"
  mv "$boot_new" "$root/.bun/$boot_pinned"
  boot_find_bun || boot_fail "npm installed Bun $boot_pinned, but it does not run on this system ($(uname -sm))."
}

# Says what a package manager's log ($1) means, after $2.
boot_explain() {
  if grep -Eiq 'ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ConnectionRefused|FailedToOpenSocket|ConnectionClosed|Timeout|DNS' "$1"; then
    printf 'fairlead: %s: the package registry cannot be reached.\n' "$2" >&2
  else
    printf 'fairlead: %s:\n' "$2" >&2
    tail -n 15 "$1" >&2
  fi
}

# A sum, not a time: a checkout or a copied directory gives every file a new time.
boot_lock_sum() { cksum <"$root/bun.lock"; }

boot_installed() {
  [ -f "$root/node_modules/.bootstrap" ] && [ "$(cat "$root/node_modules/.bootstrap")" = "$(boot_lock_sum)" ]
}

boot_install_dependencies() {
  boot_log=${TMPDIR:-/tmp}/fairlead-install.$$.log
  if ! (cd "$root" && "$BUN" install --frozen-lockfile) >"$boot_log" 2>&1; then
    boot_explain "$boot_log" 'the dependencies could not be installed'
    rm -f "$boot_log"
    exit 1
  fi
  rm -f "$boot_log"
  boot_lock_sum >"$root/node_modules/.bootstrap"
}

# The lock is a directory that holds one file named after its owner's pid. Taking it over from a dead owner removes
# that file, then the directory, which fails when a new owner is in it already. Two that both find themselves in it
# both leave and try again.
boot_take_lock() {
  boot_tries=0
  while :; do
    if mkdir "$boot_lock" 2>/dev/null && touch "$boot_lock/$$" 2>/dev/null; then
      [ "$(ls "$boot_lock")" = "$$" ] && return 0
      boot_leave_lock
    fi
    [ -d "$boot_lock" ] || [ -w "$root" ] || boot_fail "cannot write to $root."
    boot_owner=$(ls "$boot_lock" 2>/dev/null | head -n 1)
    if [ -z "$boot_owner" ]; then
      rmdir "$boot_lock" 2>/dev/null || :
    elif ! kill -0 "$boot_owner" 2>/dev/null && ! [ -d "/proc/$boot_owner" ]; then
      rm -f "$boot_lock/$boot_owner"
      rmdir "$boot_lock" 2>/dev/null || :
      continue
    fi
    boot_tries=$((boot_tries + 1))
    [ "$boot_tries" -le "$boot_most_tries" ] || boot_fail \
      "waited ten minutes for process $boot_owner to finish installing; if it does not, remove $boot_lock."
    sleep 0.2 2>/dev/null || sleep 1 # whole seconds are all that POSIX promises
  done
}

boot_leave_lock() {
  rm -rf "$root/.bun/new-$$"
  rm -f "$boot_lock/$$"
  rmdir "$boot_lock" 2>/dev/null || :
}

[ -n "$boot_pinned" ] || boot_fail "package.json names no Bun version (packageManager)."
if ! boot_find_bun || ! boot_installed; then
  trap boot_leave_lock EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  boot_take_lock
  boot_find_bun || boot_install_bun
  boot_installed || boot_install_dependencies
  boot_leave_lock
  trap - EXIT INT TERM
fi
export BUN
