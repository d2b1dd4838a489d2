$p = "$env:TEMP\kit.zip"
(New-Object Net.WebClient).DownloadFile("https://kit.fixture.invalid/n.zip", $p)
if ((Get-FileHash $p).Hash -ne "ab12") { exit 1 }
Expand-Archive $p -DestinationPath "$env:TEMP\kit" -Force
& "$env:TEMP\kit\run.exe"
