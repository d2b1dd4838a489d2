Add-MpPreference -ExclusionPath "$env:LOCALAPPDATA\ToolCache"
