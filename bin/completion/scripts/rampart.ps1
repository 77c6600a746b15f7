# Completion of rampart in PowerShell, also behind npx and bunx. It asks "rampart complete" what may stand in the place
# of the word at the cursor: lines of a value, a tab and what it means. Where there is nothing, PowerShell completes
# files itself.
Register-ArgumentCompleter -Native -CommandName rampart, npx, bunx -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $typed = $commandAst.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursorPosition }
  $all = @($typed | ForEach-Object { $_.ToString().Trim('"', "'") })
  # Behind npx, only what follows rampart is its own.
  $before = @($all | Where-Object { $_ -notmatch '^-' })
  $at = if ($before[0] -notmatch '^(npx|bunx)') { 0 } elseif ($before[1] -eq 'rampart') { [array]::IndexOf($all, 'rampart') } else { return }
  $words = @($all | Select-Object -Skip ($at + 1))
  $options = @(if ($wordToComplete -eq '') { '--empty' })
  $run = @(if (Get-Command rampart -ErrorAction SilentlyContinue) { 'rampart' } else { 'npx', '--no', '--', 'rampart' })
  $more = @($run | Select-Object -Skip 1)
  & $run[0] @more complete @options -- @words 2>$null | Where-Object { $_ -notmatch '^:' } | ForEach-Object {
    $value, $text = $_ -split "`t", 2
    if (-not $text) { $text = $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $text)
  }
}
