#compdef rampart
# Completion of rampart in zsh; read with "source", also behind npx, bunx, pnpm and yarn. It asks "rampart complete"
# what may stand in the place of the word at the cursor: lines of a value, a tab and what it means, and a last one that
# names the paths which may stand there as well.
_rampart() {
  local -a run items
  local line value kind=none
  run=("${(Q)words[1]}")
  (( $+commands[${run[1]}] )) || [[ -x ${run[1]} ]] || run=(npx --no -- rampart)
  for line in "${(@f)$("${run[@]}" complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      :*) kind=${line#:} ;;
      ?*)
        value=${line%%$'\t'*}
        items+=("${value//:/\\:}:${line#*$'\t'}")
        ;;
    esac
  done
  (( $#items )) && _describe rampart items
  [[ $kind != none && ${words[CURRENT]} == --*=* ]] && compset -P '*='
  case $kind in
    files) _files ;;
    folders) _files -/ ;;
  esac
}
# Behind a runner, "npx rampart te" completes as "rampart te"; anything else as it did before.
_rampart_behind() {
  local index
  for (( index = 2; index < CURRENT; index++ )); do
    case ${words[index]} in
      rampart)
        words=("${(@)words[index,-1]}")
        (( CURRENT -= index - 1 ))
        _rampart
        return
        ;;
      exec|-*) ;;
      *) break ;;
    esac
  done
  ${_rampart_before[$service]:-_default}
}
if [[ $funcstack[1] == _rampart ]]; then
  _rampart "$@"
else
  typeset -gA _rampart_before
  compdef _rampart rampart
  for _rampart_name in npx bunx pnpm yarn; do
    [[ $_comps[$_rampart_name] == _rampart_behind ]] || _rampart_before[$_rampart_name]=$_comps[$_rampart_name]
    compdef _rampart_behind $_rampart_name
  done
  unset _rampart_name
fi
