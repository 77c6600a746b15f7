# Completion of rampart in fish, also behind npx, bunx, pnpm and yarn. It asks "rampart complete" what can follow at
# the cursor, and gets lines of a value, a tab and its meaning, and a last line that says which paths can follow too.
function __rampart_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -q current[1]; or set current ''
    set -l at (contains -i -- rampart $words); or set at 1
    set -l run $words[$at]
    command -sq $run; or set run npx --no -- rampart
    set -l typed (string replace -r '^--[^=]*=' '' -- $current)
    for line in ($run complete -- $words[(math $at + 1)..-1] $current 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path $typed
            case ':folders'
                __fish_complete_directories $typed ''
            case ':none'
            case '*'
                echo $line
        end
    end
end
function __rampart_is_run
    string match -qr '^\S+( exec| -\S+)* rampart( |$)' -- (commandline -opc | string join ' ')
end
complete -c rampart -f -a '(__rampart_complete)'
for runner in npx bunx pnpm yarn
    complete -c $runner -n __rampart_is_run -f -a '(__rampart_complete)'
end
