import ArgumentParser

/// The key bindings that `--shell` prints: programs in the language of a shell, which starts muster as a
/// picker below the prompt.
///
/// ```text
///   ctrl-r        an earlier command, the latest first, each once
///   ctrl-t        files and directories, inserted at the cursor
///   alt-c         goes to a directory
///   **  tab       files below the path before the stars: vim src/**
/// ```
///
/// A line end within a command is a vertical tab while it is picked, because a row is one line.
enum ShellKeys: String, CaseIterable, ExpressibleByArgument {
  case bash, zsh, fish

  /// The text that the shell evaluates when it starts.
  var script: String {
    switch self {
    case .bash: Self.functions + Self.bashKeys
    case .zsh: Self.functions + Self.zshKeys
    case .fish: Self.fishKeys
    }
  }

  /// Functions for bash and zsh.
  private static let functions = #"""
    # Key bindings of muster: ctrl-r history, ctrl-t files, alt-c directories, **<tab> paths.
    # Options of the picker: MUSTER_OPTS, such as MUSTER_OPTS='--height 100%'.
    __muster_pick() {
      MUSTER_OPTS="--height 40% ${MUSTER_OPTS-}" command muster -f lines "$@"
    }

    # The files and directories below a directory; with d, only directories. Hidden ones are left out.
    __muster_find() {
      command find -L "${1:-.}" -mindepth 1 \( -name '.*' -o -name $'*\n*' -o -fstype proc -o -fstype sysfs \) -prune \
        -o \( -type d -o -type "${2:-f}" \) -print 2>/dev/null | command sed 's|^\./||'
    }

    # Asks for paths below the path before the two stars that end a word, and prints them quoted.
    __muster_path() {
      local name="${1%'**'}" top=
      case "$name" in */*) top="${name%/*}/" name="${name##*/}" ;; esac
      case "$top" in '~/'*) top="$HOME/${top#'~/'}" ;; esac
      __muster_find "$top" | __muster_pick -m -q "$name" | __muster_quoted
    }

    __muster_quoted() {
      local entry
      while IFS= read -r entry; do printf '%q ' "$entry"; done
    }

    """#

  private static let bashKeys = #"""
    # The history without duplicates, the latest command first.
    __muster_commands() {
      builtin fc -lnr -2147483648 2>/dev/null | command awk '
        function show() { if (entry != "" && !seen[entry]++) print entry }
        /^\t[ *]/ { show(); entry = substr($0, 3); next }
        { entry = entry "\v" $0 }
        END { show() }'
    }

    __muster_history() {
      local picked
      picked=$(__muster_commands | __muster_pick -1 --keep-order -q "$READLINE_LINE") || return
      READLINE_LINE=${picked//$'\v'/$'\n'}
      READLINE_POINT=${#READLINE_LINE}
    }

    # Replaces some characters before the cursor.
    __muster_insert() {
      local head=${READLINE_LINE:0:READLINE_POINT-$2}
      READLINE_LINE=$head$1${READLINE_LINE:READLINE_POINT}
      READLINE_POINT=$((${#head} + ${#1}))
    }

    __muster_files() { __muster_insert "$(__muster_find | __muster_pick -m | __muster_quoted)" 0; }

    # Chooses what the second half of the key alt-c does: to run cd, and to bring back the line, or nothing.
    __muster_directory() {
      local picked
      __muster_line=$READLINE_LINE __muster_point=$READLINE_POINT
      if picked=$(__muster_find . d | __muster_pick -1) && [[ $picked ]]; then
        printf -v READLINE_LINE 'builtin cd -- %q' "$picked"
        bind '"\C-x\C-]2": accept-line'
      else
        bind '"\C-x\C-]2": redraw-current-line'
      fi
    }

    __muster_restore() { READLINE_LINE=$__muster_line READLINE_POINT=$__muster_point; }

    # Chooses what the second half of the tab key does: what it did before, unless two stars are before the
    # cursor. Readline lists completions only if nothing happens between two tabs.
    __muster_tab() {
      local next=$__muster_complete text=${READLINE_LINE:0:READLINE_POINT} word picked
      word=${text##*[[:space:]]}
      if [[ $word == *'**' ]]; then
        next=redraw-current-line
        picked=$(__muster_path "$word")
        if [[ $picked ]]; then __muster_insert "$picked" ${#word}; fi
      elif [[ $next == complete && $__muster_tabbed == "$READLINE_POINT $READLINE_LINE" ]]; then
        next=possible-completions
      fi
      __muster_tabbed="$READLINE_POINT $READLINE_LINE"
      bind "\"\C-x\C-]2\": $next"
    }

    if [[ $- == *i* ]]; then
      __muster_complete=$(bind -p | command sed -n 's/^"\\C-i": \([a-z].*\)$/\1/p')
      __muster_complete=${__muster_complete:-complete}
      for __muster_map in emacs-standard vi-insert; do
        bind -m "$__muster_map" -x '"\C-r": __muster_history'
        bind -m "$__muster_map" -x '"\C-t": __muster_files'
        bind -m "$__muster_map" -x '"\C-x\C-]1": __muster_directory'
        bind -m "$__muster_map" -x '"\C-x\C-]3": __muster_restore'
        bind -m "$__muster_map" -x '"\C-x\C-]4": __muster_tab'
        bind -m "$__muster_map" '"\C-x\C-]2": redraw-current-line'
        bind -m "$__muster_map" '"\ec": "\C-x\C-]1\C-x\C-]2\C-x\C-]3"'
        bind -m "$__muster_map" '"\C-i": "\C-x\C-]4\C-x\C-]2"'
      done
      unset __muster_map
    fi
    """#

  private static let zshKeys = #"""
    __muster_history() {
      emulate -L zsh
      local picked
      picked=$(builtin print -rl -- ${(u)history[@]//$'\n'/$'\v'} | __muster_pick -1 --keep-order -q "$BUFFER") &&
        BUFFER=${picked//$'\v'/$'\n'} CURSOR=${#BUFFER}
      zle reset-prompt
    }

    __muster_files() {
      LBUFFER+=$(__muster_find | __muster_pick -m | __muster_quoted)
      zle reset-prompt
    }

    __muster_directory() {
      local picked
      picked=$(__muster_find . d | __muster_pick -1) && [[ -n $picked ]] && builtin cd -- "$picked"
      local hook
      for hook in $precmd_functions; do $hook; done
      zle reset-prompt
    }

    __muster_tab() {
      local word=${LBUFFER##*[[:space:]]} picked
      if [[ $word != *'**' ]]; then zle "$__muster_complete"; return; fi
      picked=$(__muster_path "$word")
      if [[ -n $picked ]]; then LBUFFER=${LBUFFER%"$word"}$picked; fi
      zle reset-prompt
    }

    if [[ -o interactive ]]; then
      zmodload zsh/parameter
      __muster_complete=${${(z)$(bindkey '^I')}[2]:-expand-or-complete}
      for __muster_widget in __muster_history __muster_files __muster_directory __muster_tab; do
        zle -N "$__muster_widget"
      done
      unset __muster_widget
      bindkey '^R' __muster_history
      bindkey '^T' __muster_files
      bindkey '\ec' __muster_directory
      bindkey '^I' __muster_tab
    fi
    """#

  private static let fishKeys = #"""
    # Key bindings of muster: ctrl-r history, ctrl-t files, alt-c directories, **<tab> paths.
    # Options of the picker: MUSTER_OPTS, such as MUSTER_OPTS='--height 100%'.
    function __muster_pick
        set -lx MUSTER_OPTS "--height 40% $MUSTER_OPTS"
        command muster -f lines $argv
    end

    function __muster_find
        command find -L $argv[1] -mindepth 1 \( -name '.*' -o -name '*'\n'*' -o -fstype proc -o -fstype sysfs \) -prune \
            -o \( -type d -o -type $argv[2] \) -print 2>/dev/null | string replace -r '^\./' ''
    end

    function __muster_history
        set -l picked (history -z | tr '\n\000' '\v\n' | __muster_pick -1 --keep-order -q (commandline | string collect))
        and commandline -r -- (string replace -a \v \n -- $picked | string collect)
        commandline -f repaint
    end

    function __muster_files
        commandline -i -- (__muster_find . f | __muster_pick -m | string escape | string join ' ')
        commandline -f repaint
    end

    function __muster_directory
        set -l picked (__muster_find . d | __muster_pick -1); and test -n "$picked"; and cd -- $picked
        commandline -f repaint
    end

    function __muster_tab
        set -l word (commandline -ct)
        string match -q -- '*\*\*' $word; or begin; commandline -f complete; return; end
        set -l parts (string match -r -- '^(.*/)?(.*)\*\*$' $word)
        set -l top (string replace -r -- '^~' $HOME "$parts[2]")
        test -n "$top"; or set top .
        set -l picked (__muster_find $top f | __muster_pick -m -q "$parts[3]" | string escape | string join ' ')
        test -n "$picked"; and commandline -t -- $picked
        commandline -f repaint
    end

    if status is-interactive
        for mode in default insert
            bind -M $mode \cr __muster_history
            bind -M $mode \ct __muster_files
            bind -M $mode \ec __muster_directory
            bind -M $mode \t __muster_tab
        end
    end
    """#
}
